package dev.signalbox.server.operation;

import java.sql.SQLException;

class MariaDbOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() throws SQLException {
        return MySqlOutboxDatabase.onMariaDb();
    }
}
