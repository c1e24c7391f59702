package dev.signalbox.e2e;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class MongoDbNodesTest extends SharedOutboxTest {
    MongoDbNodesTest() {
        super(new MongoTestDatabase());
    }
}
