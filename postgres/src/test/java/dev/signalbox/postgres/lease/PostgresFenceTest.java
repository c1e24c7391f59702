package dev.signalbox.postgres.lease;

import dev.signalbox.testkit.lease.FenceContract;
import dev.signalbox.testkit.lease.LeaseFixture;
import java.sql.SQLException;

class PostgresFenceTest extends FenceContract {
    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }
}
