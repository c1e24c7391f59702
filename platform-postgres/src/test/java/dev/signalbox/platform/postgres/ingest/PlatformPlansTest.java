package dev.signalbox.platform.postgres.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.ingest.IngestEvent;
import dev.signalbox.platform.ingest.IngestJob;
import dev.signalbox.platform.ingest.IngestRequest;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.postgres.QueryPlan;
import dev.signalbox.platform.postgres.registry.PostgresMatching;
import dev.signalbox.platform.store.PlatformFixture;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of the hot statements: how many pages they touch, whatever the tables contain. */
class PlatformPlansTest {
    private PlatformTestDatabase database;
    private PostgresConnections connections;
    private PlatformFixture node;

    @BeforeEach
    void start() throws Exception {
        database = PlatformTestDatabase.create();
        connections = database.connect();
        node = new PlatformFixture(database.store());
    }

    @AfterEach
    void stop() throws Exception {
        database.close();
    }

    private void fill(int rows) throws SQLException {
        String id = "((extract(epoch FROM now()) * 1000)::bigint - 1577836800000 << 22) - 300000 + n";
        database.execute(
                "INSERT INTO signalbox_platform.deduplication_keys SELECT gen_random_uuid(), " + id
                        + " FROM generate_series(1, " + rows + ") n",
                "INSERT INTO signalbox_platform.events (id, client, type, spec_version, data, job_count) SELECT " + id
                        + ", '', 'type' || n % 100, '1.0', '{}', 1 FROM generate_series(1, " + rows + ") n",
                "INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client) SELECT " + id + ", "
                        + id + ", n % 100, n, 1, '' FROM generate_series(1, " + rows + ") n",
                "INSERT INTO signalbox_platform.queue (stream, position, job) SELECT n % 100, n, " + id
                        + " FROM generate_series(1, " + rows + ") n",
                "INSERT INTO signalbox_platform.subscriptions (id, client, code, name, target, mode, timeout_seconds, max_retries,"
                        + " sequence, data_only, max_age_seconds, delay_seconds, status, while_paused, custom_config, secret,"
                        + " changed_in) SELECT 1000 + n, '', 'c' || n, 'n', 'https://x.example/', 'IMMEDIATE', 1, 1, 1, true, 1, 1,"
                        + " 'ACTIVE', 'KEEP', '{}', '', 1 FROM generate_series(1, " + rows / 20 + ") n",
                "INSERT INTO signalbox_platform.bindings (subscription, place, type) SELECT 1000 + n, 1, 'type' || n"
                        + " FROM generate_series(1, " + rows / 20 + ") n");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200_000})
    void hotStatementsTouchFewPagesWhateverTheTablesHold(int rows) throws Exception {
        fill(rows);
        node.subscribe("s", "wanted");
        for (int round = 0; round < 2; round++) {
            QueryPlan ingest = ingest(100);
            // 100 events, jobs, keys and queue rows: some ten index entries each, of three pages at most.
            assertThat(ingest.pages()).as(ingest.text()).isLessThan(100 * 60);
            assertThat(ingest.text()).doesNotContain("Seq Scan on deduplication_keys", "Seq Scan on events");
            QueryPlan matching = matching();
            assertThat(matching.pages()).as(matching.text()).isLessThan(100);
            QueryPlan find = plan(
                    "SELECT e.* FROM signalbox_platform.deduplication_keys k JOIN signalbox_platform.events e ON e.id = k.id"
                            + " WHERE k.key = ANY (?::uuid[])",
                    "keys",
                    new String[] {"00000000-0000-0000-0000-000000000001"});
            assertThat(find.pages()).as(find.text()).isLessThan(100);
            database.execute("ANALYZE");
        }
    }

    private QueryPlan plan(String statement, String name, Object value) throws SQLException {
        return QueryPlan.of(connections, new Sql(statement, List.of(name)), Map.of(name, value));
    }

    private QueryPlan ingest(int events) throws Exception {
        long version = node.store
                .matching()
                .load(Set.of(new MatchingKey("wanted", "")))
                .version();
        List<IngestEvent> all = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            all.add(new IngestEvent(
                    node.ids.next(),
                    PlatformFixture.event("{'type':'wanted','id':'" + node.ids.next() + "','data':{'a':1}}"),
                    List.of(new IngestJob(node.ids.next(), node.ids.next()))));
        }
        IngestParameters parameters = new IngestParameters(new IngestRequest(version, all));
        return QueryPlan.of(connections, PostgresIngest.statement(parameters), parameters.values());
    }

    private QueryPlan matching() throws SQLException {
        Sql statement = PostgresMatching.statement();
        return QueryPlan.of(
                connections, statement, Map.of("types", new String[] {"wanted"}, "clients", new String[] {""}));
    }
}
