package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LeaseNode;
import dev.signalbox.testkit.lease.ShardCoordinatorContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ShardCoordinatorTest extends ShardCoordinatorContract {
    private static final Duration TTL = Duration.ofSeconds(30);

    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }

    @Test
    void aRenewalIsOneStatementInOneRoundTrip() throws Exception {
        try (var a = LeaseNode.join("a", database().open("a", RelaySharing.SPREAD), TTL);
                var wire = new PostgresWireLog()) {
            a.acquire(1, 2);
            wire.forget();
            assertThat(a.renew()).isTrue();
            assertThat(wire.sent("Execute")).isEqualTo(1);
            assertThat(wire.sent("Sync")).isEqualTo(1);
        }
    }

    @Test
    void aFullPoolHoldsUpNoRenewal() throws Exception {
        PostgresDatabaseFixture server = ((PostgresLeaseFixture) database()).database();
        try (var connections = PostgresConnections.open(server.settings().withPoolSize(2), "a");
                var a = LeaseNode.join("a", PostgresLeaseFixture.parts(connections, "a", RelaySharing.SPREAD), TTL);
                Connection one = connections.borrow();
                Connection two = connections.borrow()) {
            assertThat(one).isNotSameAs(two);
            assertThat(a.renew()).isTrue();
            assertThat(a.acquire(1)).isEqualTo(new Acquisition.Acquired(Shards.of(1)));
        }
    }
}
