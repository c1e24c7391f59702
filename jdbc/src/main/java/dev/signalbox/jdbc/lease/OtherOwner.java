package dev.signalbox.jdbc.lease;

import dev.signalbox.jdbc.connection.TimeLimits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Another node that owns parts of a relay and is not fenced.
 *
 * @param left the rest of its lease; negative if the lease has expired
 */
public record OtherOwner(String node, Duration left) {
    private static final Duration SOONEST = Duration.ofMillis(50);
    private static final Duration LATEST = Duration.ofSeconds(1);
    private static final Duration SAFELY_OVER = Duration.ofMillis(10);
    private static final Duration WHILE_IT_WRITES = Duration.ofMillis(200);

    public static OtherOwner read(ResultSet row) throws SQLException {
        return new OtherOwner(row.getString("node"), Duration.ofMillis(row.getLong("millis_left")));
    }

    public boolean trusted() {
        return left.isPositive();
    }

    public boolean overFor(Duration time) {
        return left.plus(time).isNegative();
    }

    /** When to try again: after its lease or, if that has expired, after the write that delays the fencing. */
    public Duration tryAgainIn() {
        Duration wait = trusted() ? left.plus(SAFELY_OVER) : WHILE_IT_WRITES;
        return TimeLimits.shorter(TimeLimits.longer(wait, SOONEST), LATEST);
    }
}
