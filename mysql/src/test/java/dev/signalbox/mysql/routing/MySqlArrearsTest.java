package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.Arrears;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.OwnTable;
import dev.signalbox.mysql.server.TestDatabase;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.contract.ArrearsContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class MySqlArrearsTest extends ArrearsContract {
    private static final Map<String, TableName> TABLES =
            Map.of("eu", new TableName(null, table("eu")), "us", new TableName(null, table("us")));

    private TestDatabase database;

    @BeforeEach
    void create() throws Exception {
        database = TestDatabase.create(TestServer.named("mariadb"));
        try (Connection connection = connect()) {
            for (TableName table : TABLES.values()) {
                database.run(OwnTable.creation(table, ServerKind.of(connection)));
            }
        }
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Override
    protected Arrears open(boolean failedHold) {
        return MySqlArrears.in(TABLES, failedHold, database::connect);
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
}
