package dev.signalbox.server.operation;

import java.sql.SQLException;

class MySqlOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() throws SQLException {
        return MySqlOutboxDatabase.onMySql();
    }
}
