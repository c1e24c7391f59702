package dev.signalbox.server.relays;

class MongoOperationTest extends OperationContract {
    @Override
    OutboxDatabase open() {
        return new MongoShop(true);
    }
}
