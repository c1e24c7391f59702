package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.testkit.fault.FreezingProxy;
import dev.signalbox.testkit.lease.HalfOpenConnectionContract;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresHalfOpenConnectionTest extends HalfOpenConnectionContract {
    private static final Duration TTL = Duration.ofMillis(2_500);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }

    @Test
    void theServerEndsTheSessionItselfWhereTheStandbyMayNot() throws Exception {
        String leader = server().role("leader");
        String standby = server().role("standby");
        server().execute("GRANT USAGE ON SCHEMA signalbox TO " + leader + ", " + standby);
        server().execute("GRANT ALL ON ALL TABLES IN SCHEMA signalbox TO " + leader + ", " + standby);
        try (var proxy = new FreezingProxy(database().port());
                var a = join("a", server().urlThrough(proxy.port()), leader);
                var b = join("b", server().url(), standby)) {
            assertThat(a.acquires()).isTrue();
            proxy.freeze();

            await().atMost(LIMIT).until(() -> b.renew() && b.acquires());
            // Closed before the nodes, which would otherwise wait for an answer to their last call.
            proxy.cut();
        }
    }

    @Test
    void aLeaderThatReconnectsTakesItsLocksFromItsOwnDeadSession() throws Exception {
        try (var proxy = new FreezingProxy(database().port());
                var a = LeaseNode.join("a", database().openThrough(proxy.port(), "a", RelaySharing.WHOLE), TTL);
                var b = LeaseNode.join("b", database().open("b", RelaySharing.WHOLE), TTL)) {
            assertThat(a.acquires()).isTrue();
            proxy.freezePresentOnes();

            assertThat(a.renew()).isTrue();
            assertThat(b.acquires()).isFalse();
            assertThat(database().owners(LeaseNode.RELAY))
                    .containsExactly(a.incarnation().value());
        }
    }

    private static LeaseNode join(String name, String url, String role) throws Exception {
        var connections = PostgresConnections.open(PostgresSettings.of(url, role, "secret"), name);
        return LeaseNode.join(name, PostgresLeaseFixture.parts(connections, name, RelaySharing.WHOLE), TTL);
    }

    private PostgresDatabaseFixture server() {
        return ((PostgresLeaseFixture) database()).database();
    }
}
