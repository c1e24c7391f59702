package dev.signalbox.server.relays;

class MongoWithoutStreamsOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() {
        return new MongoShop(false);
    }
}
