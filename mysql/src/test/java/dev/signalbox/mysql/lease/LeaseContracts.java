package dev.signalbox.mysql.lease;

import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.lease.FenceContract;
import dev.signalbox.testkit.lease.HalfOpenContract;
import dev.signalbox.testkit.lease.LeaderCoordinatorContract;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LockOnlyContract;
import dev.signalbox.testkit.lease.RacingNodesContract;
import dev.signalbox.testkit.lease.ShardCoordinatorContract;
import dev.signalbox.testkit.lease.SpreadingContract;
import org.junit.jupiter.api.Nested;

/** What leases have to pass on one of the servers. */
abstract class LeaseContracts {
    abstract TestServer server() throws Exception;

    @Nested
    class Sharding extends ShardCoordinatorContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class Leading extends LeaderCoordinatorContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class Fencing extends FenceContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class Spreading extends SpreadingContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class Racing extends RacingNodesContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class LockOnly extends LockOnlyContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class HalfOpen extends HalfOpenContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class OwnTables extends SideSchemaContract {
        @Override
        TestServer server() throws Exception {
            return LeaseContracts.this.server();
        }
    }

    @Nested
    class BehindProxies extends PoolingProxyContract {
        @Override
        TestServer server() throws Exception {
            return LeaseContracts.this.server();
        }
    }
}
