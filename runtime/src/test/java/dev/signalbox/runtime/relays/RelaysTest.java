package dev.signalbox.runtime.relays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Relays of outbox tables that a configuration file names. */
class RelaysTest extends RelaysFixture {
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
        Relays relays = started(file);
        database.run("""
                INSERT INTO signalbox_outbox (id, message_group, type, payload)
                SELECT 'a-' || lpad(n::text, 5, '0'), 'a', 'EVENT', '{"id":"a-' || lpad(n::text, 5, '0') || '"}'
                FROM generate_series(1, 300) n""");

        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("signalbox_outbox") == 0);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        assertThat(List.copyOf(received)).hasSize(300).isSorted().doesNotHaveDuplicates();
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
        return started(load(database.url(), coordination, pollInterval));
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
