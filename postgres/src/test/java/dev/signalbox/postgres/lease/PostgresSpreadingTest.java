package dev.signalbox.postgres.lease;

import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.ShardSpreadingContract;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresSpreadingTest extends ShardSpreadingContract {
    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }
}
