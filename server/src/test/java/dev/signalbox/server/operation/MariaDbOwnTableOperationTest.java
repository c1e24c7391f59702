package dev.signalbox.server.operation;

import java.sql.SQLException;

/** Signalbox's own table on MariaDB, operated over the API. */
class MariaDbOwnTableOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() throws SQLException {
        MySqlShop shop = MySqlShop.onMariaDb();
        shop.makeOwnTable();
        return shop;
    }

    @Override
    String outbox() {
        return "layout: signalbox, table: outbox_events";
    }

    @Override
    String holding() {
        return "own";
    }
}
