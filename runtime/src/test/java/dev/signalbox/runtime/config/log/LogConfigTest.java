package dev.signalbox.runtime.config.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.Topic;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.relay.RelaySettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogConfigTest {
    private static final String SHOP = """
            signalbox:
              sources:
                shop: { url: "jdbc:postgresql://localhost/shop" }
              sinks:
                api: { base-url: "https://api.example.com" }
            """;
    private static final ConfigUnderTest LEAST = ConfigUnderTest.yaml(SHOP + """
              logs:
                wallet:
                  source: shop
                  topics:
                    all: { publishers: api }
            """);

    @Test
    void littleIsNeededAndTheRestIsAsForRelays() {
        ServerConfig config = LEAST.load();

        LogConfig log = config.logs().getFirst();
        assertThat(log.layout()).isEqualTo(LogLayout.CRABLET);
        assertThat(log.table().table()).hasToString("events");
        assertThat(log.table().progress()).hasToString("outbox_topic_progress");
        assertThat(log.lockKey()).isEqualTo(4856221667890123456L);
        assertThat(log.table().columns()).isEqualTo(LogTable.Columns.CRABLET);
        assertThat(log.feeds().getFirst().settings().topic())
                .isEqualTo(new Topic(List.of(), List.of(), List.of(), List.of()));
        FeedConfig pair = log.feeds().getFirst();
        assertThat(pair.displayName()).isEqualTo("wallet/all/api");
        assertThat(pair.publisher()).isEqualTo(new Publisher("api", Publisher.Kind.SINK));
        assertThat(pair.url()).contains(URI.create("https://api.example.com"));
        assertThat(pair.ordering()).isEqualTo(LogOrdering.GLOBAL);
        assertThat(pair.settings().start()).isEqualTo(new LogStart.Beginning());
        assertThat(pair.holdExhausted()).isFalse();
        assertThat(pair.retry().maxRetries()).isEqualTo(3);
        assertThat(pair.retry().backoff()).isEqualTo(RelaySettings.RETRY.defaults());
        assertThat(pair.buffer()).isEqualTo(RelaySettings.BUFFER.defaults(500));
        assertThat(pair.pace())
                .isEqualTo(PollSchedule.Settings.upTo(Duration.ofSeconds(1)).thenSlower(1, 1, Duration.ofSeconds(1)));
        assertThat(config.warnings()).isEmpty();
        assertThat(config.relays()).isEmpty();
    }

    @Test
    void everyPartCanBeSet() {
        ServerConfig config = ConfigUnderTest.yaml(SHOP + """
                  plugins: /opt/publishers
                  logs:
                    wallet:
                      source: shop
                      table: app.log
                      progress-table: app.progress
                      columns: { transaction-id: xid, occurred-at: at }
                      poll: { interval: 100ms, batch-size: 50 }
                      topics:
                        wallet-events:
                          required-tags: wallet_id
                          any-of-tags: [payment_id, transfer_id]
                          exact-tags: { currency: EUR, "region.of": eu-1 }
                          types: DepositMade, WithdrawalMade
                          publishers: api, LogPublisher
                        others: { exactTags: "a=b=c", publishers: [com.example.Mine] }
                      publishers:
                        api:
                          path: /events
                          ordering: group
                          group-tag: wallet_id
                          start: time 2026-01-01T00:00:00Z
                          on-exhausted: hold
                          max-retries: 9
                          retry: { initial-delay: 2s }
                          poll: { interval: 20s }
                          buffer: { messages: 700 }
                          max-concurrent-requests: 2
                """).load();

        LogConfig log = config.logs().getFirst();
        assertThat(config.plugins()).contains(Path.of("/opt/publishers"));
        assertThat(log.table().table()).hasToString("app.log");
        assertThat(log.table().columns().transactionId()).isEqualTo("xid");
        assertThat(log.feeds().stream().map(feed -> feed.settings().topic()).distinct())
                .containsExactly(
                        new Topic(
                                List.of("wallet_id"),
                                List.of("payment_id", "transfer_id"),
                                List.of("currency=EUR", "region.of=eu-1"),
                                List.of("DepositMade", "WithdrawalMade")),
                        new Topic(List.of(), List.of(), List.of("a=b=c"), List.of()));
        assertThat(log.feeds())
                .extracting(FeedConfig::publisher)
                .containsExactly(
                        new Publisher("api", Publisher.Kind.SINK),
                        new Publisher("LogPublisher", Publisher.Kind.BUILT_IN),
                        new Publisher("com.example.Mine", Publisher.Kind.PLUGIN));
        FeedConfig api = log.feeds().getFirst();
        assertThat(api.url()).contains(URI.create("https://api.example.com/events"));
        assertThat(api.ordering()).isEqualTo(LogOrdering.GROUP);
        assertThat(api.settings().grouping().tag()).isEqualTo("wallet_id");
        assertThat(api.settings().start()).isEqualTo(new LogStart.AtTime(Instant.parse("2026-01-01T00:00:00Z")));
        assertThat(api.holdExhausted()).isTrue();
        assertThat(api.retry().maxRetries()).isEqualTo(9);
        assertThat(api.retry().backoff().initial()).isEqualTo(Duration.ofSeconds(2));
        assertThat(api.buffer().messages()).isEqualTo(700);
        assertThat(api.maxConcurrentRequests()).isEqualTo(2);
        assertThat(api.buffer().perFetch()).isEqualTo(50);
        assertThat(api.pace())
                .isEqualTo(PollSchedule.Settings.upTo(Duration.ofSeconds(20)).thenSlower(1, 1, Duration.ofSeconds(20)));
        FeedConfig builtIn = log.feeds().get(1);
        assertThat(builtIn.url()).isEmpty();
        assertThat(builtIn.pace().interval()).isEqualTo(Duration.ofMillis(100));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void theOwnLogHasATableOfItsOwnInPartitionsAndAColumnForTheGroup() {
        LogConfig log = LEAST.and("      layout: signalbox-log\n      publishers: { api: { ordering: group } }\n")
                .load()
                .logs()
                .getFirst();
        assertThat(log.table().table()).isEqualTo(new TableName(null, "signalbox_log"));
        assertThat(log.partitions()).contains(new PartitionSettings(Duration.ofDays(1), 3, Duration.ofDays(7)));
        assertThat(log.feeds().getFirst().settings().grouping()).isEqualTo(Grouping.BY_COLUMN);

        assertThat(LEAST.and("      layout: signalbox-log\n      partition: 6h\n      retention: keep\n")
                        .load()
                        .logs()
                        .getFirst()
                        .partitions())
                .contains(new PartitionSettings(Duration.ofHours(6), 3, null));
        assertThat(LEAST.load().logs().getFirst().partitions()).isEmpty();
    }

    @Test
    void placesInTheLogAreWrittenInWordsOrAsANumber() {
        Map<String, LogStart> forms = Map.of(
                "beginning", new LogStart.Beginning(),
                "End", new LogStart.End(),
                "4711", new LogStart.AtPosition(4711),
                "position  4711", new LogStart.AtPosition(4711));

        forms.forEach((text, start) -> assertThat(LogStart.parse(text)).contains(start));
        assertThat(List.of("", "-1", "position", "position x", "position -1", "time 2026", "end of it"))
                .allSatisfy(text -> assertThat(LogStart.parse(text)).isEmpty());
    }

    @Test
    void theEnvironmentReachesTopicsAndPublishersThatTheFileNames() {
        ServerConfig config = LEAST.and("      publishers: { api: { path: /x } }\n")
                .with("SIGNALBOX_LOGS_WALLET_TOPICS_ALL_REQUIRED_TAGS", "a, b")
                .with("SIGNALBOX_LOGS_WALLET_PUBLISHERS_API_MAX_RETRIES", "7")
                .with("SIGNALBOX_LOGS_WALLET_TABLE", "log")
                .load();

        LogConfig log = config.logs().getFirst();
        assertThat(log.table().table()).hasToString("log");
        assertThat(log.feeds().getFirst().settings().topic().requiredTags()).containsExactly("a", "b");
        assertThat(log.feeds().getFirst().retry().maxRetries()).isEqualTo(7);
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void propertiesGiveListsItemByItem() {
        assertThat(ConfigUnderTest.properties("""
                signalbox.sources.shop.url=jdbc:postgresql://localhost/shop
                signalbox.logs.w.source=shop
                signalbox.logs.w.topics.t.types[1]=B
                signalbox.logs.w.topics.t.types[0]=A
                signalbox.logs.w.topics.t.exact-tags.currency=EUR
                signalbox.logs.w.topics.t.publishers=LogPublisher
                """)
                        .load()
                        .logs()
                        .getFirst()
                        .feeds()
                        .getFirst()
                        .settings()
                        .topic())
                .isEqualTo(new Topic(List.of(), List.of(), List.of("currency=EUR"), List.of("A", "B")));
    }

    @Test
    void whatIsSwitchedOffIsCheckedButDoesNotRun() {
        ServerConfig config =
                LEAST.and("      publishers: { api: { enabled: false } }\n").load();

        assertThat(config.logs()).isEmpty();
        assertThat(config.warnings())
                .containsExactlyInAnyOrder(
                        "no enabled relay or log uses the source shop", "no enabled relay or log uses the sink api");
        assertThat(LEAST.and("      enabled: false\n").load().logs()).isEmpty();
    }

    @Test
    void whatIsWithoutEffectIsAWarning() {
        assertThat(LEAST.and("      lock-key: 1\n      publishers: { api: { group-tag: wallet_id } }\n")
                        .load()
                        .warnings())
                .hasSize(2)
                .anySatisfy(warning -> assertThat(warning)
                        .startsWith("signalbox.logs.wallet.publishers.api.group-tag is without effect"))
                .anySatisfy(
                        warning -> assertThat(warning).startsWith("signalbox.logs.wallet.lock-key is without effect"));
    }
}
