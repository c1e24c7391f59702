package dev.signalbox.postgres.lease;

import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.RacingNodesContract;
import java.sql.SQLException;

class PostgresRacingNodesTest extends RacingNodesContract {
    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }
}
