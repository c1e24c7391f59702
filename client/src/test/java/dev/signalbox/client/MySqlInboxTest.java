package dev.signalbox.client;

class MySqlInboxTest extends InboxContract {
    @Override
    TestDatabase create() throws Exception {
        return TestDatabase.mySql();
    }
}
