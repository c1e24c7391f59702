package dev.signalbox.runtime.config.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlowCatalystPropertiesTest {
    private static final String LEAST = """
            outbox-processor.api-base-url=https://api.example.com
            outbox-processor.database-url=jdbc:postgresql://localhost/shop
            """;

    /** Every key of FlowCatalyst's documentation, with its documented default. */
    private static final String DOCUMENT = """
            # an application's own keys
            quarkus.datasource.db-kind=postgresql
            outbox-processor.enabled=true
            outbox-processor.poll-interval=1s
            outbox-processor.poll-batch-size=500
            outbox-processor.api-batch-size=100
            outbox-processor.max-concurrent-groups=10
            outbox-processor.global-buffer-size=1000
            outbox-processor.database-type=POSTGRESQL
            outbox-processor.events-table=outbox_events
            outbox-processor.dispatch-jobs-table=outbox_dispatch_jobs
            outbox-processor.max-retries=3
            outbox-processor.processing-timeout-seconds=300
            outbox-processor.mongo-database=outbox
            """;

    @Test
    void theDocumentsDefaultsAreTheDefaults() {
        ServerConfig spelled = ConfigUnderTest.properties(LEAST + DOCUMENT).load();
        ServerConfig least = ConfigUnderTest.properties(LEAST).load();

        assertThat(spelled.relays()).isEqualTo(least.relays());
        assertThat(spelled.sinks()).isEqualTo(least.sinks());
        assertThat(spelled.sources()).isEqualTo(least.sources());
        assertThat(spelled.warnings()).isEmpty();
    }

    @Test
    void itBecomesTwoRelaysThatShareASourceAndASink() {
        ServerConfig config = ConfigUnderTest.properties(LEAST).load();

        assertThat(config.relays()).extracting(RelayConfig::name).containsExactly("events", "dispatch-jobs");
        assertThat(config.relays())
                .extracting(RelayConfig::url)
                .containsExactly(
                        URI.create("https://api.example.com/api/events/batch"),
                        URI.create("https://api.example.com/api/dispatch/jobs/batch"));
        assertThat(config.relays())
                .extracting(relay -> relay.outbox().table().toString())
                .containsExactly("outbox_events", "outbox_dispatch_jobs");
        assertThat(config.relays()).allSatisfy(relay -> {
            assertThat(relay.buffer().messages()).isEqualTo(500);
            assertThat(relay.pace().interval()).isEqualTo(Duration.ofSeconds(1));
            assertThat(relay.pace().max()).isEqualTo(Duration.ofSeconds(1));
            assertThat(relay.retry().maxRetries()).isEqualTo(3);
            assertThat(relay.outbox().settings().processingTimeout()).isEqualTo(Duration.ofMinutes(5));
        });
        HttpSinkConfig sink = (HttpSinkConfig) config.sink("api");
        assertThat(sink.limits().maxConcurrentRequests()).isEqualTo(10);
        assertThat(sink.limits().batchSize()).isEqualTo(100);
        assertThat(sink.timeouts().request()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.source("outbox-processor").coordination()).isEqualTo(SourceConfig.Coordination.SHARDS);
    }

    @Test
    void durationsAreReadInAllThreeForms() {
        for (String form : new String[] {"250ms", "PT0.25S", "250"}) {
            assertThat(ConfigUnderTest.properties(LEAST + "outbox-processor.poll-interval=" + form + "\n")
                            .load()
                            .relays()
                            .getFirst()
                            .pace()
                            .interval())
                    .isEqualTo(Duration.ofMillis(250));
        }
    }

    @Test
    void theSameKeysAreUnderstoodInYaml() {
        ServerConfig config = ConfigUnderTest.yaml("""
                outbox-processor:
                  api-base-url: https://api.example.com
                  database-url: jdbc:postgresql://localhost/shop
                  apiToken: abc
                """).load();

        assertThat(((HttpSinkConfig) config.sink("api")).token()).contains(new Secret("abc"));
    }

    @Test
    void theEnvironmentCanGiveAllOfIt() {
        ServerConfig config = ConfigUnderTest.properties("server.port=1\n")
                .with("OUTBOX_PROCESSOR_API_BASE_URL", "http://localhost:9")
                .with("OUTBOX_PROCESSOR_DATABASE_URL", "jdbc:postgresql://localhost/shop")
                .with("OUTBOX_PROCESSOR_API_TOKEN", "abc")
                .load();

        assertThat(config.relays()).hasSize(2);
        assertThat(((HttpSinkConfig) config.sink("api")).token()).contains(new Secret("abc"));
        assertThat(config.http().port()).isEqualTo(8080);
    }

    @Test
    void switchedOffItNeedsNothingAndRunsNothing() {
        assertThat(ConfigUnderTest.properties("outbox-processor.enabled=false\n")
                        .load()
                        .relays())
                .isEmpty();
    }

    @Test
    void aSmallBufferStillHoldsOneMessageOfEachTable() {
        assertThat(ConfigUnderTest.properties(
                                LEAST + "outbox-processor.global-buffer-size=1\noutbox-processor.api-batch-size=1\n")
                        .load()
                        .relays())
                .allSatisfy(relay -> assertThat(relay.buffer().messages()).isEqualTo(1));
    }

    @Test
    void aShortProcessingTimeoutShortensRequestsAndSaysSo() {
        ServerConfig config = ConfigUnderTest.properties(LEAST + "outbox-processor.processing-timeout-seconds=5\n")
                .load();

        assertThat(((HttpSinkConfig) config.sink("api")).timeouts().request()).isEqualTo(Duration.ofSeconds(4));
        assertThat(config.warnings()).singleElement().asString().contains("4s instead of 30s");
    }

    @Test
    void namesAreReadAsTheDatabaseReadsThemUnquoted() {
        assertThat(ConfigUnderTest.properties(LEAST + "outbox-processor.events-table=App.OUTBOX_EVENTS\n")
                        .load()
                        .relays()
                        .getFirst()
                        .outbox()
                        .table())
                .hasToString("app.outbox_events");
    }

    @Test
    void ourOwnKeysMayStandInTheSameFile() {
        assertThat(ConfigUnderTest.properties(LEAST + "signalbox.server.port=9090\n")
                        .load()
                        .http()
                        .port())
                .isEqualTo(9090);
    }

    @Test
    void linesThatGoOnAreOneValue() {
        assertThat(ConfigUnderTest.properties("""
                outbox-processor.api-base-url=https://\\
                    api.example.com
                ! a comment \\
                outbox-processor.database-url : jdbc:postgresql://localhost/shop
                """).load().sink("api").address(Optional.empty()))
                .isEqualTo(URI.create("https://api.example.com"));
    }
}
