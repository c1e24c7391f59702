package dev.signalbox.server.operation;

import java.sql.SQLException;

/** Signalbox's own table on MariaDB, operated over the API. */
class MariaDbOwnTableOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() throws SQLException {
        MySqlOutboxDatabase shop = MySqlOutboxDatabase.onMariaDb();
        shop.makeOwnTable();
        return shop;
    }

    @Override
    String outbox() {
        return "layout: signalbox, table: outbox_events";
    }

    @Override
    String claimMode() {
        return "own";
    }
}
