package dev.signalbox.server.operation;

class MongoOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() {
        return new MongoOutboxDatabase(true);
    }
}
