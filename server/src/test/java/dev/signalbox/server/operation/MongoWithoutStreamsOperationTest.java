package dev.signalbox.server.operation;

class MongoWithoutStreamsOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() {
        return new MongoOutboxDatabase(false);
    }
}
