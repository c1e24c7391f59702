package dev.signalbox.server.relays;

import java.sql.SQLException;

class MySqlOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() throws SQLException {
        return MySqlShop.onMySql();
    }
}
