package dev.signalbox.e2e;

@Tag("slow")
class MySqlNodesTest extends SharedOutboxTest {
    MySqlNodesTest() {
        super(MySqlTestDatabase.onMySql());
    }
}
