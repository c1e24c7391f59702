package dev.signalbox.mysql.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import dev.signalbox.testkit.contract.ClusterBacklogContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class MySqlClusterBacklogTest extends ClusterBacklogContract {
    private static final Map<String, TableName> TABLES =
            Map.of("eu", new TableName(null, table("eu")), "us", new TableName(null, table("us")));

    private MySqlDatabaseFixture database;

    @BeforeEach
    void create() throws Exception {
        database = MySqlDatabaseFixture.create(MySqlTestServer.named("mariadb"));
        try (Connection connection = connect()) {
            for (TableName table : TABLES.values()) {
                database.run(MySqlOwnTableDdl.creation(table, ServerKind.of(connection)));
            }
        }
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Override
    protected ClusterBacklog open(boolean failedHold) {
        return MySqlRouting.RECORDS.backlog(TABLES, failedHold, database.fence(true), database::connect);
    }

    @Override
    protected Connection connect() throws SQLException {
        return database.connect();
    }

    @Override
    protected String header() {
        return "JSON_UNQUOTE(JSON_EXTRACT(headers, '$.h'))";
    }

    @Override
    protected void fail(String cluster, String group) throws SQLException {
        database.run("UPDATE " + table(cluster) + " SET status = 'FAILED' WHERE message_group = ?", group);
    }

    @Override
    protected Incarnation join(String name) throws SQLException {
        return database.join(name);
    }

    @Override
    protected void fence(Incarnation owner) throws SQLException {
        database.fence(owner);
    }
}
