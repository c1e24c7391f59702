package dev.signalbox.postgres.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.testkit.contract.ClusterBacklogContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class PostgresClusterBacklogTest extends ClusterBacklogContract {
    private static final Map<String, TableName> TABLES =
            Map.of("eu", new TableName(null, table("eu")), "us", new TableName(null, table("us")));

    private PostgresDatabaseFixture database;
    private PostgresConnections connections;

    @BeforeEach
    void create() throws SQLException {
        database = PostgresDatabaseFixture.create();
        connections = PostgresConnections.open(database.settings(), "contract");
        database.execute(PostgresSideSchema.ddl());
        for (TableName table : TABLES.values()) {
            database.execute(PostgresOwnTable.ddl(table));
        }
    }

    @AfterEach
    void drop() throws SQLException {
        connections.close();
        database.close();
    }

    @Override
    protected ClusterBacklog open(boolean failedHold) {
        return PostgresRouting.RECORDS.backlog(
                TABLES, failedHold, new PostgresLeaseFence(connections), database::connect);
    }

    @Override
    protected Connection connect() throws SQLException {
        return database.connect();
    }

    @Override
    protected String header() {
        return "headers ->> 'h'";
    }

    @Override
    protected void fail(String cluster, String group) throws SQLException {
        database.execute("""
                WITH given_up AS (DELETE FROM %1$s WHERE message_group = '%2$s' RETURNING *)
                INSERT INTO %1$s_failed (position, shard, id, message_group, type, payload, attempts, created_at, reason)
                SELECT position, shard, id, message_group, type, payload, 1, created_at, 'bad' FROM given_up
                """.formatted(table(cluster), group));
    }

    @Override
    protected Incarnation join(String name) throws SQLException {
        database.execute(
                "INSERT INTO signalbox.nodes VALUES ('" + name + "', 'node', now(), now() + interval '1 hour')");
        return new Incarnation(name);
    }

    @Override
    protected void fence(Incarnation owner) throws SQLException {
        database.execute("DELETE FROM signalbox.nodes WHERE incarnation = '" + owner.value() + "'");
    }
}
