package dev.signalbox.client;

class MySqlOutboxTest extends MySqlOutboxContract {
    @Override
    TestDatabase create() throws Exception {
        return TestDatabase.mySql();
    }
}
