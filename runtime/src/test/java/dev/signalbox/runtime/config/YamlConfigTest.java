package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class YamlConfigTest {
    static final String SHOP = """
            signalbox:
              sources:
                shop: { url: jdbc:postgresql://localhost:5432/shop, username: app, password: ${SHOP_PASSWORD} }
              sinks:
                api: { type: http, base-url: https://api.example.com/, request-body: envelope, token: ${API_TOKEN:none} }
              relays:
                shop-events: { source: shop, outbox: { layout: flowcatalyst, table: outbox_events }, sink: api, ordering: block }
            """;

    private final ConfigUnderTest shop = ConfigUnderTest.yaml(SHOP).with("SHOP_PASSWORD", "s3cret,}");

    @Test
    void theFormOfTheDesignIsReadWithItsPlaceholders() {
        ServerConfig config = shop.load();

        assertThat(config.source("shop").password()).contains(new Secret("s3cret,}"));
        assertThat(((HttpSinkConfig) config.sink("api")).token()).contains(new Secret("none"));
        RelayConfig relay = config.relays().getFirst();
        assertThat(relay.name()).isEqualTo("shop-events");
        assertThat(relay.url()).isEqualTo(URI.create("https://api.example.com"));
        assertThat(relay.outbox().table()).isEqualTo(new TableName(null, "outbox_events"));
    }

    @Test
    void theOwnTableHasANameOfItsOwn() {
        ServerConfig config = ConfigUnderTest.yaml(
                        SHOP.replace("layout: flowcatalyst, table: outbox_events", "layout: signalbox"))
                .with("SHOP_PASSWORD", "x")
                .load();

        assertThat(config.relays().getFirst().outbox().table()).isEqualTo(new TableName(null, "signalbox_outbox"));
    }

    @Test
    void whatIsNotGivenHasItsDocumentedDefault() {
        ServerConfig config = shop.load();

        assertThat(config.http()).isEqualTo(new HttpServerConfig("127.0.0.1", 8080));
        assertThat(config.shutdownGrace()).isEqualTo(Duration.ofSeconds(35));
        assertThat(config.source("shop").poolSize()).isEqualTo(6);
        assertThat(config.source("shop").leaseTtl()).isEqualTo(Duration.ofMillis(2500));
        HttpSinkConfig sink = (HttpSinkConfig) config.sink("api");
        assertThat(sink.timeouts())
                .isEqualTo(new HttpSinkConfig.Timeouts(
                        Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30)));
        assertThat(sink.retryAfterCap()).isEqualTo(Duration.ofSeconds(60));
        assertThat(sink.limits()).isEqualTo(new SinkConfig.Limits(100, 4 << 20, 20));
        assertThat(sink.maxResponseBytes()).isEqualTo(4 << 20);
        RelayConfig relay = config.relays().getFirst();
        assertThat(relay.retry().maxRetries()).isEqualTo(3);
        assertThat(relay.retry().backoff())
                .isEqualTo(new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0.2));
        assertThat(relay.buffer()).isEqualTo(new DispatcherSettings.Buffer(1000, 32 << 20, 500));
        assertThat(relay.pace())
                .isEqualTo(PollSchedule.Settings.upTo(Duration.ofSeconds(1)).thenSlower(1, 1, Duration.ofSeconds(1)));
        assertThat(relay.outbox().settings().processingTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(relay.outbox().settings().retention()).isEqualTo(new Retention.Keep());
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void everyPartOfARelayCanBeSet() {
        ServerConfig config = shop.and("""
                    jobs:
                      source: shop
                      sink: api
                      path: /api/jobs
                      ordering: skip
                      on-exhausted: hold
                      max-retries: 0
                      maxConcurrentGroups: 3
                      retry: { initial-delay: 250, multiplier: 1.5, max-delay: 1h, jitter: 0 }
                      buffer: { messages: 200, bytes: 64MB }
                      poll: { interval: 100ms, batch-size: 50 }
                      outbox:
                        table: app.jobs
                        columns: { id: job_id, message-group: tenant }
                        statuses: { pending: NEW }
                        processing-timeout: 1d
                        max-payload-bytes: 1048576
                        retention: { completed: 7d }
                """.indent(0)).load();

        RelayConfig jobs = config.relays().get(1);
        assertThat(jobs.url()).isEqualTo(URI.create("https://api.example.com/api/jobs"));
        assertThat(jobs.ordering()).isEqualTo(Ordering.SKIP);
        assertThat(jobs.holdExhausted()).isTrue();
        assertThat(jobs.retry().maxRetries()).isZero();
        assertThat(jobs.maxConcurrentRequests()).isEqualTo(3);
        assertThat(jobs.retry().backoff()).isEqualTo(new Backoff(Duration.ofMillis(250), 1.5, Duration.ofHours(1), 0));
        assertThat(jobs.pace())
                .isEqualTo(PollSchedule.Settings.upTo(Duration.ofMillis(100)).thenSlower(1, 1, Duration.ofMillis(100)));
        assertThat(jobs.buffer()).isEqualTo(new DispatcherSettings.Buffer(200, 64 << 20, 50));
        assertThat(jobs.outbox().table()).hasToString("app.jobs");
        assertThat(jobs.outbox().layout().columns().id()).isEqualTo("job_id");
        assertThat(jobs.outbox().layout().columns().group()).isEqualTo("tenant");
        assertThat(jobs.outbox().layout().columns().payload()).isEqualTo("payload");
        assertThat(jobs.outbox().layout().statusWords().pending()).isEqualTo("NEW");
        assertThat(jobs.outbox().settings().processingTimeout()).isEqualTo(Duration.ofDays(1));
        assertThat(jobs.outbox().settings().retention()).isEqualTo(new Retention.DeleteAfter(Duration.ofDays(7)));
    }

    @Test
    void anEnvironmentVariableComesBeforeTheFile() {
        ServerConfig config = shop.with("SIGNALBOX_SOURCES_SHOP_PASSWORD", "other ${not-a-placeholder}")
                .with("SIGNALBOX_SOURCES_SHOP_POOL_SIZE", "9")
                .with("SIGNALBOX_SERVER_PORT", "0")
                .with("SIGNALBOX_RELAYS_SHOP_EVENTS_MAX_RETRIES", "8")
                .with("SIGNALBOX_ADMIN_TOKEN", "0123456789abcdef")
                .with("SIGNALBOX_SERVER_ADDRESS", "")
                .load();

        assertThat(config.source("shop").password()).contains(new Secret("other ${not-a-placeholder}"));
        assertThat(config.source("shop").poolSize()).isEqualTo(9);
        assertThat(config.http()).isEqualTo(new HttpServerConfig("127.0.0.1", 0));
        assertThat(config.relays().getFirst().retry().maxRetries()).isEqualTo(8);
        assertThat(config.security().adminToken()).contains(new Secret("0123456789abcdef"));
    }

    @Test
    void aVariableThatStandsForNothingIsAWarningAndOneOfTheTestsIsNot() {
        ServerConfig config = shop.with("SIGNALBOX_SERVER_PROT", "1")
                .with("SIGNALBOX_TEST_MYSQL_URL", "x")
                .load();

        assertThat(config.warnings()).singleElement().asString().contains("SIGNALBOX_SERVER_PROT");
    }

    @Test
    void placeholdersReachSystemPropertiesAndOtherKeysAndNest() {
        ServerConfig config =
                ConfigUnderTest.yaml(SHOP + """
                  node-name: ${MISSING:${the.property}}-${other.key}
                other: { key: "${deeper}" }
                deeper: x
                """).with("SHOP_PASSWORD", "p").load();

        assertThat(config.nodeName()).isEqualTo("from-property-x");
    }

    @Test
    void keysOfOthersAreLeftAloneWhateverTheyHold() {
        assertThat(shop.and("spring: { profiles: [a, b], x: '${NOWHERE}' }\n")
                        .load()
                        .relays())
                .hasSize(1);
    }

    @Test
    void aDisabledRelayIsCheckedButDoesNotRun() {
        ServerConfig config = shop.and("    off: { source: shop, sink: api, enabled: false }\n")
                .load();

        assertThat(config.relays()).extracting(RelayConfig::name).containsExactly("shop-events");
    }

    @Test
    void mergedMappingsGiveWhatIsNotGivenItself() {
        ServerConfig config = shop.and("""
                    a: &a { source: shop, sink: api, max-retries: 7, outbox: { table: t1 } }
                    b: { <<: *a, outbox: { table: t2 } }
                """.indent(0)).load();

        assertThat(config.relays().get(2).retry().maxRetries()).isEqualTo(7);
        assertThat(config.relays().get(2).outbox().table().table()).isEqualTo("t2");
    }

    @Test
    void aShortGraceIsAWarning() {
        assertThat(shop.and("  shutdown: { grace: 5s }\n").load().warnings())
                .singleElement()
                .asString()
                .contains("signalbox.shutdown.grace (5s)");
    }

    @Test
    void aRemovedSettingIsIgnoredWithAWarning() {
        ServerConfig config = ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    api: { base-url: "https://api.example.com", request-body: payload }
                  relays:
                    r: { source: shop, sink: api, poll: { idle-backoff: { multiplier: many } } }
                """).load();

        assertThat(config.warnings())
                .singleElement()
                .asString()
                .startsWith("signalbox.relays.r.poll.idle-backoff.multiplier (line 7) is ignored: ");
    }
}
