package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Coordinator.Renewal.RelayState;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a successful renewal.
 *
 * @param servedBy the server process that responded
 * @param seen the time of the renewal by the database's clock, in the database's format
 */
public record RenewalResult(int servedBy, String seen, Renewal renewal) {
    /** Nodes notice new nodes and an operator's pause within this time, however long leases are. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** Reads one row for each relay, or one without a relay; empty if the lease is gone. */
    public static Optional<RenewalResult> read(ResultSet rows, RelaySharing sharing) throws SQLException {
        Map<String, RelayState> relays = new HashMap<>();
        int servedBy = 0;
        String seen = null;
        while (rows.next()) {
            servedBy = rows.getInt("served_by");
            seen = rows.getString("seen");
            String relay = rows.getString("relay");
            if (relay != null) {
                relays.put(relay, relayState(rows, sharing));
            }
        }
        return seen == null
                ? Optional.empty()
                : Optional.of(new RenewalResult(servedBy, seen, new Renewal(true, relays)));
    }

    private static RelayState relayState(ResultSet row, RelaySharing sharing) throws SQLException {
        return new RelayState(
                mine(row, sharing),
                free(row, sharing),
                row.getInt("total") + 1,
                row.getInt("before_me"),
                nextChange(row),
                row.getBoolean("paused"));
    }

    private static Shards mine(ResultSet row, RelaySharing sharing) throws SQLException {
        return switch (sharing) {
            case WHOLE -> row.getBoolean("whole_mine") ? Shards.ALL : Shards.NONE;
            case SPREAD -> new Shards(row.getLong("mine"));
        };
    }

    private static Shards free(ResultSet row, RelaySharing sharing) throws SQLException {
        boolean nothing = sharing == RelaySharing.WHOLE || row.getBoolean("whole_taken");
        return nothing
                ? Shards.NONE
                : Shards.ALL.minus(new Shards(row.getLong("mine"))).minus(new Shards(row.getLong("taken")));
    }

    private static Duration nextChange(ResultSet row) throws SQLException {
        Duration next = Duration.ofMillis(row.getLong("millis_to_next_end"));
        return row.wasNull() || next.compareTo(LOOK_AGAIN) > 0 ? LOOK_AGAIN : next;
    }
}
