package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes an incarnation the owner of a whole relay, or of shards of it, within one transaction.
 *
 * <p>It happens under the relay's lock, one takeover at a time. Former owners whose lease has run out are fenced first;
 * nothing is taken from one that has not been fenced.
 */
final class Takeover {
    private static final Duration SOON = Duration.ofMillis(100);

    private final Connection connection;
    private final LeaseTable leases;
    private final String relay;

    /** @param connection in a transaction, which the caller commits */
    Takeover(Connection connection, Incarnation incarnation, String relay) {
        this.connection = connection;
        this.leases = new LeaseTable(connection, incarnation);
        this.relay = relay;
    }

    /** Takes the whole relay over, on the session that holds the relay's lock. */
    Acquisition ofWhole() throws SQLException {
        if (!leases.hold()) {
            return new Acquisition.Fenced();
        }
        List<Integer> owned = fenceAndOwn(Parts.whole());
        return owned.isEmpty() ? taken(Parts.whole()) : new Acquisition.Acquired(Shards.ALL);
    }

    /** Takes those of the shards over that can be had, unless a leader has the relay or somebody else is at it. */
    Acquisition ofShards(Shards wanted) throws SQLException {
        if (!lock()) {
            return taken(Parts.of(wanted));
        }
        if (!leases.hold()) {
            return new Acquisition.Fenced();
        }
        List<Integer> owned = fenceAndOwn(Parts.of(wanted));
        return owned.isEmpty() ? taken(Parts.of(wanted)) : new Acquisition.Acquired(Shards.of(owned));
    }

    private List<Integer> fenceAndOwn(Integer[] parts) throws SQLException {
        leases.fence(relay, parts);
        return leases.own(relay, parts);
    }

    private Acquisition taken(Integer[] parts) throws SQLException {
        Optional<Rival> rival = leases.rival(relay, parts);
        return new Acquisition.Taken(
                rival.map(Rival::node).orElse("another node"),
                rival.map(Rival::tryAgainIn).orElse(SOON));
    }

    /** The lock that a leader holds for as long as it leads, here for the transaction only, so that any proxy will do. */
    private boolean lock() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LeaseSql.named("try-lock-in-transaction"))) {
            statement.setLong(1, RelayKey.ofLeader(relay).value());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }
}
