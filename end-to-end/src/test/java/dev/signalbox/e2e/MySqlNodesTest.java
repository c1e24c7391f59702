package dev.signalbox.e2e;

class MySqlNodesTest extends SharedOutboxTest {
    MySqlNodesTest() {
        super(MySqlTestDatabase.onMySql());
    }
}
