package dev.signalbox.server.relays;

import java.sql.SQLException;

class MariaDbOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() throws SQLException {
        return MySqlShop.onMariaDb();
    }
}
