package dev.signalbox.client;

class MariaDbOutboxTest extends MySqlOutboxContract {
    @Override
    TestDatabase create() throws Exception {
        return TestDatabase.mariaDb();
    }
}
