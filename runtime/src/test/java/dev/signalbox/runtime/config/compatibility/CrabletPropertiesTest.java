package dev.signalbox.runtime.config.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrabletPropertiesTest {
    private static final String DATABASE = """
            spring.application.name=wallet
            spring.datasource.url=jdbc:postgresql://localhost/wallet
            spring.datasource.username=app
            spring.datasource.password=${DB_PASSWORD:x}
            spring.datasource.hikari.maximum-pool-size=20
            crablet.eventstore.persist-commands=true
            """;

    /** The example of Crablet's documentation. */
    private static final String DOCUMENT = DATABASE + """
            crablet.outbox.enabled=true
            crablet.outbox.polling-interval-ms=5000
            crablet.outbox.topics.wallet-events.required-tags=wallet_id
            crablet.outbox.topics.wallet-events.publishers=KafkaPublisher
            crablet.outbox.topics.payment-events.any-of-tags=payment_id,transfer_id
            crablet.outbox.topics.payment-events.publishers=AnalyticsPublisher
            """;

    private static final String SINKS = """
            signalbox.sinks.KafkaPublisher.base-url=https://bridge.example.com
            signalbox.sinks.AnalyticsPublisher.base-url=https://analytics.example.com
            signalbox.sinks.AnalyticsPublisher.path=/in
            """;

    private static final String LEAST = DATABASE + "crablet.outbox.topics.all.publishers=LogPublisher\n";

    @Test
    void theDocumentsExampleBecomesALogWithOneLeader() {
        ServerConfig config = ConfigUnderTest.properties(DOCUMENT + SINKS).load();

        SourceConfig source = config.source("crablet");
        assertThat(source.url()).isEqualTo("jdbc:postgresql://localhost/wallet");
        assertThat(source.username()).contains("app");
        assertThat(source.password()).contains(new Secret("x"));
        assertThat(source.coordination()).isEqualTo(SourceConfig.Coordination.LEADER);
        LogConfig log = config.logs().getFirst();
        assertThat(log.name()).isEqualTo("crablet");
        assertThat(log.table().table()).hasToString("events");
        assertThat(log.lockKey()).isEqualTo(4856221667890123456L);
        assertThat(log.feeds()).extracting(FeedConfig::topic).containsExactly("wallet-events", "payment-events");
        assertThat(log.feeds().getFirst().settings().topic().requiredTags()).containsExactly("wallet_id");
        assertThat(log.feeds().get(1).settings().topic().anyOfTags()).containsExactly("payment_id", "transfer_id");
        assertThat(log.feeds())
                .extracting(pair -> pair.url().orElseThrow())
                .containsExactly(
                        URI.create("https://bridge.example.com"), URI.create("https://analytics.example.com/in"));
        assertThat(log.feeds()).allSatisfy(pair -> {
            assertThat(pair.ordering()).isEqualTo(LogOrdering.GLOBAL);
            assertThat(pair.pace().interval()).isEqualTo(Duration.ofSeconds(5));
        });
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void theDocumentsDefaultsAreTheDefaults() {
        ServerConfig least = ConfigUnderTest.properties(LEAST).load();
        ServerConfig spelled = ConfigUnderTest.properties(LEAST + """
                crablet.outbox.enabled=true
                crablet.outbox.polling-interval-ms=1000
                crablet.outbox.batch-size=100
                crablet.outbox.backoff.enabled=true
                crablet.outbox.backoff.threshold=3
                crablet.outbox.backoff.multiplier=2
                crablet.outbox.backoff.max-seconds=60
                crablet.outbox.max-retries=3
                crablet.outbox.on-exhausted=continue
                """).load();

        assertThat(spelled.logs()).isEqualTo(least.logs());
        FeedConfig pair = least.logs().getFirst().feeds().getFirst();
        assertThat(pair.publisher()).isEqualTo(new Publisher("LogPublisher", Publisher.Kind.BUILT_IN));
        assertThat(pair.buffer().perFetch()).isEqualTo(100);
        assertThat(pair.pace())
                .isEqualTo(PollSchedule.Settings.upTo(Duration.ofSeconds(1)).thenSlower(3, 2, Duration.ofMinutes(1)));
    }

    @Test
    void withoutBackoffTheIntervalIsTheLongestWait() {
        assertThat(ConfigUnderTest.properties(LEAST + "crablet.outbox.backoff.enabled=false\n")
                        .load()
                        .logs()
                        .getFirst()
                        .feeds()
                        .getFirst()
                        .pace()
                        .max())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aPublisherMayHaveItsOwnInterval() {
        assertThat(intervals(ConfigUnderTest.properties(DATABASE + """
                        crablet.outbox.topics.t.publishers=LogPublisher,StatisticsPublisher
                        crablet.outbox.topics.t.publisher-configs[0].name=StatisticsPublisher
                        crablet.outbox.topics.t.publisher-configs[0].polling-interval-ms=250
                        """)))
                .containsExactly(Duration.ofSeconds(1), Duration.ofMillis(250));
    }

    @Test
    void whatBecomesOfAnEventThatFailsIsSaidForAllPublishers() {
        assertThat(ConfigUnderTest.properties(DOCUMENT + SINKS + """
                        crablet.outbox.max-retries=20
                        crablet.outbox.on-exhausted=hold
                        """)
                        .load()
                        .logs()
                        .getFirst()
                        .feeds())
                .hasSize(2)
                .allSatisfy(pair -> {
                    assertThat(pair.retry().maxRetries()).isEqualTo(20);
                    assertThat(pair.holdExhausted()).isTrue();
                });
    }

    @Test
    void theSameKeysAreUnderstoodInYaml() {
        assertThat(intervals(ConfigUnderTest.yaml("""
                        spring: { datasource: { url: "jdbc:postgresql://localhost/wallet" }, profiles: [a] }
                        crablet:
                          outbox:
                            pollingIntervalMs: 2000
                            topics:
                              t:
                                exact-tags: { currency: EUR }
                                publishers: [LogPublisher, StatisticsPublisher]
                                publisherConfigs:
                                  - { name: LogPublisher, polling-interval-ms: 300 }
                        """))).containsExactly(Duration.ofMillis(300), Duration.ofSeconds(2));
    }

    @Test
    void theEnvironmentComesBeforeTheFile() {
        ServerConfig config = ConfigUnderTest.properties(LEAST)
                .with("SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1/other")
                .with("SPRING_DATASOURCE_DRIVER_CLASS_NAME", "x")
                .with("CRABLET_OUTBOX_POLLING_INTERVAL_MS", "50")
                .load();

        assertThat(config.source("crablet").url()).isEqualTo("jdbc:postgresql://127.0.0.1/other");
        assertThat(config.logs().getFirst().feeds().getFirst().pace().interval())
                .isEqualTo(Duration.ofMillis(50));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void switchedOffItNeedsNothingRunsNothingAndSaysSo() {
        ServerConfig config = ConfigUnderTest.properties("""
                crablet.outbox.enabled=false
                crablet.outbox.topics.t.publishers=KafkaPublisher
                """).load();

        assertThat(config.logs()).isEmpty();
        assertThat(config.sources()).isEmpty();
        assertThat(config.warnings())
                .singleElement()
                .asString()
                .contains("crablet.outbox.enabled is false: no topic is published");
    }

    @Test
    void withADirectoryOfPluginsAnyPublisherMayBeThere() {
        assertThat(ConfigUnderTest.properties(DOCUMENT + "signalbox.plugins=/opt/publishers\n")
                        .load()
                        .logs()
                        .getFirst()
                        .feeds())
                .extracting(pair -> pair.publisher().kind())
                .containsOnly(Publisher.Kind.PLUGIN);
    }

    @Test
    void aPublisherThatIsNowhereIsRefusedWithTheKeyThatDefinesIt() {
        assertThat(ConfigUnderTest.properties(DOCUMENT).problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("crablet.outbox.topics.wallet-events.publishers: 'KafkaPublisher'")
                        .contains("to define it add signalbox.sinks.KafkaPublisher.base-url, or signalbox.plugins"));
    }

    @Test
    void bothSeedsAndOurOwnKeysMayStandInOneFile() {
        ServerConfig config = ConfigUnderTest.properties(LEAST + """
                outbox-processor.api-base-url=https://api.example.com
                outbox-processor.database-url=jdbc:postgresql://localhost/shop
                crablet.outbox.topics.more.publishers=api
                signalbox.server.port=9090
                """).load();

        assertThat(config.relays()).hasSize(2);
        assertThat(config.logs().getFirst().feeds()).hasSize(2);
        assertThat(config.http().port()).isEqualTo(9090);
    }

    @Test
    void theNamesThatItUsesMayNotBeUsedAgain() {
        assertThat(ConfigUnderTest.properties(LEAST + "signalbox.sources.crablet.url=jdbc:postgresql://x/y\n")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("signalbox.sources.crablet: the crablet.outbox settings use this name already");
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "crablet.outbox.polling-interval-ms | 5s    | a whole number from 10 to 3600000",
                "crablet.outbox.polling-interval    | 5     | did you mean crablet.outbox.polling-interval-ms?",
                "crablet.outbox.nonsense            | 5     | is not a known setting",
                "crablet.outbox.backoff.max-seconds | 0     | a whole number from 1 to 3600",
                "crablet.outbox.max-retries         | -1    | a whole number from 0 to 1000",
                "crablet.outbox.on-exhausted        | stop  | continue or hold",
                "crablet.outbox.topics.all.exact-tags | EUR | has an item, number 1, that must be key=value",
                "crablet.outbox.topics.all.publisher-configs[0].name | Other | is not among the publishers of the topic; there is LogPublisher",
                "spring.datasource.url              | jdbc:mysql://localhost/x | must be the address of a PostgreSQL database",
            })
    void aValueThatIsNotAllowedIsRefusedOnce(String key, String value, String message) {
        String others =
                LEAST.lines().filter(line -> !line.startsWith(key + "=")).reduce("", (a, b) -> a + b + "\n");

        assertThat(ConfigUnderTest.properties(others + key + "=" + value + "\n").problems())
                .singleElement()
                .asString()
                .startsWith(key)
                .contains(message);
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(ConfigUnderTest.properties("crablet.outbox.enabled=true\n").problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).startsWith("spring.datasource.url: is missing"))
                .anySatisfy(problem -> assertThat(problem).startsWith("crablet.outbox.topics: there is no topic"));
    }

    private static List<Duration> intervals(ConfigUnderTest configUnderTest) {
        return configUnderTest.load().logs().getFirst().feeds().stream()
                .map(pair -> pair.pace().interval())
                .toList();
    }
}
