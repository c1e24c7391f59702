package dev.signalbox.mysql.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.lease.FenceContract;
import dev.signalbox.testkit.lease.HalfOpenConnectionContract;
import dev.signalbox.testkit.lease.LeaderCoordinatorContract;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LeaseNode;
import dev.signalbox.testkit.lease.LockElectionContract;
import dev.signalbox.testkit.lease.RacingNodesContract;
import dev.signalbox.testkit.lease.ShardCoordinatorContract;
import dev.signalbox.testkit.lease.ShardSpreadingContract;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The lease contracts on one of the servers. */
abstract class LeaseContracts {
    abstract MySqlTestServer server() throws Exception;

    @Nested
    class Sharding extends ShardCoordinatorContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }

        @Test
        void whoEmptiesTheTableOfRelaysHoldsUpNobody() throws Exception {
            try (var a = LeaseNode.join("a", database().open("a", RelaySharing.SPREAD), Duration.ofSeconds(30))) {
                ((MySqlLeaseFixture) database()).database().run("DELETE FROM signalbox_relays");

                assertThat(a.acquire(1)).isEqualTo(new Acquisition.Acquired(Shards.of(1)));
            }
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
    class Spreading extends ShardSpreadingContract {
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
    class LockOnly extends LockElectionContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class HalfOpen extends HalfOpenConnectionContract {
        @Override
        protected LeaseFixture fixture() throws Exception {
            return new MySqlLeaseFixture(server());
        }
    }

    @Nested
    class StoppedWriters extends StoppedWriterContract {
        @Override
        MySqlTestServer server() throws Exception {
            return LeaseContracts.this.server();
        }
    }

    @Nested
    class SideSchemas extends SideSchemaContract {
        @Override
        MySqlTestServer server() throws Exception {
            return LeaseContracts.this.server();
        }
    }

    @Nested
    class BehindProxies extends PoolingProxyContract {
        @Override
        MySqlTestServer server() throws Exception {
            return LeaseContracts.this.server();
        }
    }
}
