package dev.signalbox.postgres.lease;

import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LockElectionContract;
import java.sql.SQLException;

class LockOnlyCoordinatorTest extends LockElectionContract {
    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }
}
