package dev.signalbox.e2e;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class MySqlNodesTest extends SharedOutboxTest {
    MySqlNodesTest() {
        super(MySqlTestDatabase.onMySql());
    }
}
