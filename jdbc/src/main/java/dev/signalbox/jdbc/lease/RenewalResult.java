package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Renewal;
import dev.signalbox.core.coordination.Renewal.RelayState;
import dev.signalbox.core.coordination.Shards;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to a renewal that found its lease.
 *
 * @param servedBy the server process that answered
 * @param seen when that was, by the database's clock and in its words
 */
public record RenewalResult(int servedBy, String seen, Renewal renewal) {
    /** However long leases are, new nodes and an operator's pause are noticed within so long. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** Reads one row for each relay, or one without a relay, or nothing if the lease is gone. */
    public static Optional<RenewalResult> read(ResultSet rows, RelaySharing relaySharing) throws SQLException {
        Map<String, RelayState> relays = new HashMap<>();
        int servedBy = 0;
        String seen = null;
        while (rows.next()) {
            servedBy = rows.getInt("served_by");
            seen = rows.getString("seen");
            String relay = rows.getString("relay");
            if (relay != null) {
                relays.put(relay, relayState(rows, relaySharing));
            }
        }
        return seen == null
                ? Optional.empty()
                : Optional.of(new RenewalResult(servedBy, seen, new Renewal(true, relays)));
    }

    private static RelayState relayState(ResultSet row, RelaySharing relaySharing) throws SQLException {
        return new RelayState(
                mine(row, relaySharing),
                free(row, relaySharing),
                row.getInt("total") + 1,
                row.getInt("before_me"),
                nextChange(row),
                row.getBoolean("paused"));
    }

    private static Shards mine(ResultSet row, RelaySharing relaySharing) throws SQLException {
        return switch (relaySharing) {
            case WHOLE -> row.getBoolean("whole_mine") ? Shards.ALL : Shards.NONE;
            case SPREAD -> new Shards(row.getLong("mine"));
        };
    }

    private static Shards free(ResultSet row, RelaySharing relaySharing) throws SQLException {
        boolean nothing = relaySharing == RelaySharing.WHOLE || row.getBoolean("whole_taken");
        return nothing
                ? Shards.NONE
                : Shards.ALL.minus(new Shards(row.getLong("mine"))).minus(new Shards(row.getLong("taken")));
    }

    private static Duration nextChange(ResultSet row) throws SQLException {
        Duration next = Duration.ofMillis(row.getLong("millis_to_next_end"));
        return row.wasNull() || next.compareTo(LOOK_AGAIN) > 0 ? LOOK_AGAIN : next;
    }
}
