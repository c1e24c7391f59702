package dev.signalbox.mongodb.lease;

import dev.signalbox.testkit.lease.NodeFixture;
import dev.signalbox.testkit.lease.SpreadingContract;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class SpreadingTest extends SpreadingContract {
    @Override
    protected NodeFixture fixture() {
        return new MongoLeaseFixture();
    }
}
