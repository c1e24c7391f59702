package dev.signalbox.postgres.lease;

import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LockOnlyContract;
import java.sql.SQLException;

class LockOnlyCoordinatorTest extends LockOnlyContract {
    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }
}
