package dev.signalbox.e2e;

class MongoDbNodesTest extends SharedOutboxTest {
    MongoDbNodesTest() {
        super(new MongoTestDatabase());
    }
}
