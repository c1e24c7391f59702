package dev.signalbox.mongodb;

import dev.signalbox.testkit.lease.NodeFixture;
import dev.signalbox.testkit.lease.ShardSpreadingContract;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MongoSpreadingTest extends ShardSpreadingContract {
    @Override
    protected NodeFixture fixture() {
        return new MongoLeaseFixture();
    }
}
