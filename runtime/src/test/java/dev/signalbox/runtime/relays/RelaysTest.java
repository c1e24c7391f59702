package dev.signalbox.runtime.relays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.SignalboxLogTable;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.logs.RunningLog;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
class RelaysTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Duration GRACE = Duration.ofSeconds(10);

    @AutoClose
    private static FlowCatalystDatabase database;

    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private final AtomicInteger status = new AtomicInteger(201);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Metrics metrics = new Metrics(registry);
    private HttpServer api;

    @TempDir
    Path folder;

    @BeforeAll
    static void startDatabase() throws Exception {
        database = FlowCatalystDatabase.start();
    }

    @BeforeEach
    void startApi() throws Exception {
        database.run("DROP TABLE IF EXISTS outbox_events, outbox_dispatch_jobs");
        database.createTable("outbox_events");
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        api.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        api.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (status.get() < 300) {
                ID.matcher(body).results().forEach(match -> received.add(match.group(1)));
            }
            requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        api.start();
    }

    @AfterEach
    void stopApi() {
        api.stop(0);
        metrics.close();
    }

    @Test
    void aFlowCatalystFileDeliversBothTablesInOrderAndStopsClean() throws Exception {
        database.createTable("outbox_dispatch_jobs");
        database.insert("outbox_events", "a", 0, 300);
        database.insert("outbox_events", "b", 0, 300);
        database.insert("outbox_dispatch_jobs", "j", 0, 50);
        Relays relays = started();

        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("outbox_events", "COMPLETED") == 600);
        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("outbox_dispatch_jobs", "COMPLETED") == 50);
        assertThat(relays.relays()).extracting(RelayView::state).containsOnly(RelayView.State.DELIVERING);
        assertThat(relays.checks()).extracting(Health.Check::status).containsOnly(Health.Status.UP);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);

        for (String group : List.of("a", "b", "j")) {
            assertThat(received.stream().filter(id -> id.startsWith(group + "-")))
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        assertThat(received).hasSize(650);
        assertThat(requests).allMatch(request -> request.endsWith(" Bearer t0ken"));
        assertThat(requests).anyMatch(request -> request.startsWith("/api/events/batch "));
        assertThat(requests).anyMatch(request -> request.startsWith("/api/dispatch/jobs/batch "));
        assertThat(registry.scrape())
                .contains("signalbox_relay_completed_total{relay=\"events\"} 600.0")
                .doesNotContainPattern("signalbox_relay_source_failures_total\\{[^}]*\\} [1-9]");
    }

    @Test
    void aRelayThatPollsSeldomIsWokenByANewRow() throws Exception {
        database.run("CREATE SCHEMA IF NOT EXISTS signalbox");
        database.run(WakeUpTrigger.functionDdl());
        database.run(WakeUpTrigger.triggerDdl(new TableName(null, "outbox_events")));
        Relays relays = started("shards", "1h");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> database.holds("locktype = 'advisory' AND objsubid = 2 AND mode = 'ExclusiveLock'"));

        database.insert("outbox_events", "a", 0, 1);
        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("outbox_events", "COMPLETED") == 1);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void theOwnTableIsDeliveredInOrderAndEmptied() throws Exception {
        database.run(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        Path file = Files.writeString(folder.resolve("own.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%d" }
                  relays:
                    own: { source: shop, outbox: { layout: signalbox }, sink: api, poll: { interval: 100ms } }
                """.formatted(
                        database.url(), api.getAddress().getPort()));
        Relays relays =
                new Relays(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file), metrics, () -> {
                    throw new AssertionError("broken");
                });
        relays.start();
        database.run("""
                INSERT INTO signalbox_outbox (id, message_group, type, payload)
                SELECT 'a-' || lpad(n::text, 5, '0'), 'a', 'EVENT', '{"id":"a-' || lpad(n::text, 5, '0') || '"}'
                FROM generate_series(1, 300) n""");

        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("signalbox_outbox") == 0);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        assertThat(List.copyOf(received)).hasSize(300).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theOwnLogIsFollowedInOrderOfGroupsAndDivided() throws Exception {
        database.run("DROP TABLE IF EXISTS signalbox_log");
        database.run(String.join(";", SignalboxLogTable.ddl(SignalboxLogTable.DEFAULT_TABLE)));
        Path file = Files.writeString(folder.resolve("log.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%d" }
                  logs:
                    own:
                      source: shop
                      layout: signalbox-log
                      topics: { all: { publishers: api } }
                      publishers: { api: { ordering: group, poll: { interval: 100ms } } }
                """.formatted(
                        database.url(), api.getAddress().getPort()));
        Relays relays =
                new Relays(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file), metrics, () -> {
                    throw new AssertionError("broken");
                });
        relays.start();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> database.count("pg_inherits WHERE inhparent = 'signalbox_log'::regclass") == 5);
        database.run("""
                INSERT INTO signalbox_log (id, message_group, type, payload)
                SELECT g || lpad(n::text, 5, '0'), g, 'EVENT', '{}'
                FROM generate_series(1, 150) n, unnest(ARRAY['a', 'b']) g""");

        await().atMost(Duration.ofSeconds(20)).until(() -> received.size() >= 300);
        assertThat(relays.checks())
                .allSatisfy(check -> assertThat(check.detail()).isNull());
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        assertThat(received).hasSize(300).doesNotHaveDuplicates();
        for (String group : List.of("a", "b")) {
            assertThat(received.stream().filter(id -> id.startsWith(group))).isSorted();
        }
        assertThat(database.count("signalbox_log_rest")).isZero();
    }

    @Test
    void aLogThatCannotBeFollowedIsNotReady() throws Exception {
        database.run("DROP TABLE IF EXISTS gone");
        Path file = Files.writeString(folder.resolve("gone.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  logs:
                    gone: { source: shop, table: gone, topics: { all: { publishers: StatisticsPublisher } } }
                """.formatted(database.url()));
        Relays relays =
                new Relays(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file), metrics, () -> {
                    throw new AssertionError("broken");
                });
        relays.start();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(relays.checks())
                        .contains(new Health.Check(
                                "log gone",
                                Health.Status.DOWN,
                                "event log gone cannot be followed: it does not exist, or may not be seen")));
        database.run("CREATE TABLE gone (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        ((RunningLog) relays.logs().getFirst()).sample();
        assertThat(relays.checks()).extracting(Health.Check::status).containsOnly(Health.Status.UP);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void withoutTheRightToTheSchemaALogSaysHowToGetIt() throws Exception {
        database.run("DROP SCHEMA IF EXISTS signalbox CASCADE; DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN");
        Path file = Files.writeString(folder.resolve("poor.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: poor }
                  logs:
                    poor: { source: shop, topics: { all: { publishers: StatisticsPublisher } } }
                """.formatted(database.url()));
        Relays relays =
                new Relays(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file), metrics, () -> {
                    throw new AssertionError("broken");
                });
        relays.start();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(relays.checks())
                        .singleElement()
                        .extracting(Health.Check::detail)
                        .asString()
                        .startsWith("no log is followed without the schema signalbox")
                        .contains("permission denied")
                        .endsWith("run is printed by: signalbox schema sql --config FILE"));
        assertThat(relays.logs().getFirst().missing()).startsWith("Log poor is not followed yet: no log is followed");
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        database.run("DROP ROLE poor");
    }

    @Test
    void metricsShowAPausedFeedAndTheAgeOfItsBacklog() throws Exception {
        database.run("DROP TABLE IF EXISTS events");
        database.run("CREATE TABLE events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        Path file = Files.writeString(folder.resolve("rests.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  logs:
                    rests: { source: shop, topics: { rests: { publishers: StatisticsPublisher } } }
                """.formatted(database.url()));
        Relays relays =
                new Relays(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file), metrics, () -> {
                    throw new AssertionError("broken");
                });
        relays.start();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> relays.logs().getFirst().missing() == null
                        && database.count("signalbox.pairs WHERE topic = 'rests'") == 1);
        RunningLog log = (RunningLog) relays.logs().getFirst();
        database.run("UPDATE outbox_topic_progress SET status = 'PAUSED' WHERE topic = 'rests'");
        database.run("INSERT INTO events (type, tags, data, occurred_at)"
                + " VALUES ('Paid', '{}', '{}', now() - interval '1 hour')");
        database.run("UPDATE outbox_topic_progress SET last_position = 0 WHERE topic = 'rests'");
        log.sample();

        String figures = registry.scrape();
        assertThat(figures).contains("signalbox_relay_paused{relay=\"rests/rests/StatisticsPublisher\"} 1.0");
        assertThat(figures)
                .containsPattern("signalbox_relay_oldest_age_seconds\\{relay=\"rests/rests/[^}]+} 36\\d\\d\\.");
        log.resume("alice", log.feeds().getFirst());
        assertThat(registry.scrape()).contains("signalbox_relay_paused{relay=\"rests/rests/StatisticsPublisher\"} 0.0");
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void aLogSinkPublishesTheEventsOfALog() throws Exception {
        database.run("DROP TABLE IF EXISTS shown_events");
        database.run("CREATE TABLE shown_events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        database.run("INSERT INTO shown_events (type, tags, data) SELECT 'Paid', '{wallet=1}', '{}'"
                + " FROM generate_series(1, 3)");
        Path lines = folder.resolve("events.log");
        Path file = Files.writeString(folder.resolve("shown.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  sinks:
                    lines: { type: log, file: "%s" }
                  logs:
                    shown: { source: shop, table: shown_events, topics: { all: { publishers: lines } } }
                """.formatted(database.url(), lines));
        Relays relays =
                new Relays(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file), metrics, () -> {
                    throw new AssertionError("broken");
                });
        relays.start();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.exists(lines) && Files.readAllLines(lines).size() == 3);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        assertThat(Files.readAllLines(lines))
                .isSorted()
                .allMatch(
                        line -> line.contains(" type=Paid ") && line.contains(" tags=") && line.contains(" position="));
    }

    @Test
    void aTableThatIsMissingStopsOnlyItsOwnRelay() throws Exception {
        database.insert("outbox_events", "a", 0, 10);
        Relays relays = started();

        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("outbox_events", "COMPLETED") == 10);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(view(relays, "dispatch-jobs").problem()).contains("outbox_dispatch_jobs"));
        assertThat(view(relays, "events").problem()).isNull();
        database.createTable("outbox_dispatch_jobs");
        database.insert("outbox_dispatch_jobs", "j", 0, 5);
        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("outbox_dispatch_jobs", "COMPLETED") == 5);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void aStandbyIsWellAndTakesOver() throws Exception {
        Relays first = started("leader", "100ms");
        await().atMost(Duration.ofSeconds(20)).until(() -> view(first, "events").state() == RelayView.State.DELIVERING);
        Relays second = started("leader", "100ms");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> view(second, "events").state() == RelayView.State.STANDBY
                        && second.checks().getFirst().status() == Health.Status.UP);

        assertThat(first.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> view(second, "events").state() == RelayView.State.DELIVERING);
        assertThat(second.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void anUnavailableDestinationPausesTheRelayAndSaysWhy() throws Exception {
        status.set(503);
        database.insert("outbox_events", "a", 0, 10);
        Relays relays = started();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> view(relays, "events").state() == RelayView.State.OUTAGE);
        assertThat(view(relays, "events").problem()).contains("503");

        status.set(200);
        await().atMost(Duration.ofSeconds(10)).until(() -> database.count("outbox_events", "COMPLETED") == 10);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void aDatabaseThatIsAwayIsWaitedFor() throws Exception {
        ServerConfig config = load("jdbc:postgresql://127.0.0.1:1/nowhere", "shards", "100ms");
        Relays relays = new Relays(config, metrics, () -> {});
        relays.start();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(relays.checks().getFirst().detail()).contains("127.0.0.1:1"));
        assertThat(relays.checks()).extracting(Health.Check::status).containsExactly(Health.Status.DOWN);
        assertThat(relays.relays()).extracting(RelayView::state).containsOnly(RelayView.State.STARTING);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    private static RelayView view(Relays relays, String name) {
        return relays.relays().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Relays started() throws Exception {
        return started("shards", "100ms");
    }

    private Relays started(String coordination, String pollInterval) throws Exception {
        Relays relays = new Relays(load(database.url(), coordination, pollInterval), metrics, () -> {
            throw new AssertionError("broken");
        });
        relays.start();
        return relays;
    }

    private ServerConfig load(String url, String coordination, String pollInterval) throws Exception {
        Path file = Files.writeString(folder.resolve("application.properties"), """
                outbox-processor.api-base-url=http://127.0.0.1:%d
                outbox-processor.api-token=t0ken
                outbox-processor.database-url=%s
                outbox-processor.database-username=postgres
                outbox-processor.poll-interval=%s
                outbox-processor.coordination=%s
                """.formatted(
                        api.getAddress().getPort(), url, pollInterval, coordination));
        return new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file);
    }
}
