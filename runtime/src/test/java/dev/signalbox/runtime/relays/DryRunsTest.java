package dev.signalbox.runtime.relays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before the tests
class DryRunsTest {
    private static FlowCatalystDatabase database;

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    @BeforeAll
    static void startDatabase() {
        database = FlowCatalystDatabase.start();
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        database.close();
    }

    @Test
    void showsEachMessageOnceInTheOrderOfItsGroupAndChangesNothing() throws Exception {
        database.run("DROP TABLE IF EXISTS outbox_events");
        database.createTable("outbox_events");
        deliverOnce();
        database.insert("outbox_events", "a", 100, 600);
        database.insert("outbox_events", "b", 100, 5);
        Map<String, List<String>> before = everything();
        ServerConfig config = load(true);
        RelayConfig relay = config.relays().getFirst();
        DryRuns runs = new DryRuns(config.source("shop"), List.of(relay), "node", Clock.SYSTEM, lines::add);

        runs.start();
        await().atMost(Duration.ofSeconds(20)).until(() -> lines.size() >= 605);
        database.insert("outbox_events", "c", 100, 1);
        await().atMost(Duration.ofSeconds(20)).until(() -> lines.size() >= 606);
        assertThat(runs.views()).extracting(RelayView::state).containsOnly(RelayView.State.DRY_RUN);
        runs.stop();

        assertThat(lines).hasSize(606).doesNotHaveDuplicates().allMatch(line -> line.startsWith("dry-run=events id="));
        for (String group : List.of("a", "b")) {
            assertThat(lines.stream().filter(line -> line.contains(" group=" + group)))
                    .isSorted();
        }
        assertThat(lines.getLast()).contains("group=c");
        database.run("DELETE FROM outbox_events WHERE message_group = 'c'");
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aRelayThatOnlyShowsTakesNoPartInDelivery() throws Exception {
        database.run("DROP TABLE IF EXISTS outbox_events");
        database.run("DROP SCHEMA IF EXISTS signalbox CASCADE");
        database.createTable("outbox_events");
        database.insert("outbox_events", "a", 0, 3);
        Metrics metrics = new Metrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        Relays relays = new Relays(load(true), metrics, () -> {});
        relays.start();

        await().atMost(Duration.ofSeconds(20))
                .until(() -> relays.checks().stream().allMatch(check -> check.detail() == null));
        assertThat(relays.relays()).extracting(RelayView::state).containsExactly(RelayView.State.DRY_RUN);
        relays.stop(Duration.ofSeconds(5));
        metrics.close();

        assertThat(database.count("outbox_events", "PENDING")).isEqualTo(3);
        assertThat(everything().keySet()).noneMatch(table -> table.startsWith("signalbox."));
    }

    /** Creates the side schema, with the rows that a delivery leaves in it. */
    private void deliverOnce() throws Exception {
        database.insert("outbox_events", "z", 0, 2);
        Metrics metrics = new Metrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        Relays relays = new Relays(load(false), metrics, () -> {});
        relays.start();
        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("outbox_events", "COMPLETED") == 2);
        relays.stop(Duration.ofSeconds(5));
        metrics.close();
        assertThat(Files.readAllLines(folder.resolve("sent.log"))).hasSize(2);
    }

    private ServerConfig load(boolean dryRun) throws Exception {
        Path file = Files.writeString(
                folder.resolve("signalbox.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  sinks:
                    lines: { type: log, file: "%s" }
                  relays:
                    events: { source: shop, sink: lines, dry-run: %s }
                """.formatted(database.url(), folder.resolve("sent.log"), dryRun));
        return new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file);
    }

    /** All rows of all tables with the transaction that wrote each, so that even a rewrite of the same values shows. */
    private static Map<String, List<String>> everything() throws SQLException {
        Map<String, List<String>> tables = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(database.url(), "postgres", "")) {
            List<String> names = column(
                    connection,
                    "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN ('public', 'signalbox')");
            for (String name : names) {
                tables.put(name, column(connection, "SELECT concat(t.xmin, ' ', t.*) FROM " + name + " t ORDER BY 1"));
            }
        }
        return tables;
    }

    private static List<String> column(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
