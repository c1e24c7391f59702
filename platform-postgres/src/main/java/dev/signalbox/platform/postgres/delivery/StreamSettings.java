package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.platform.registry.DispatchMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What reading needs to know of a stream.
 *
 * @param pool null for none
 * @param maxAgeSeconds 0 if only its rows have times at which they expire
 * @param deleted whether its subscription was deleted, so that nothing of it is delivered
 */
record StreamSettings(DispatchMode mode, @Nullable Long pool, int delaySeconds, int maxAgeSeconds, boolean deleted) {
    /** Of a subscription that is not there. */
    static final StreamSettings MISSING = new StreamSettings(DispatchMode.IMMEDIATE, null, 0, 0, true);

    static StreamSettings read(ResultSet row) throws SQLException {
        return new StreamSettings(
                DispatchMode.valueOf(row.getString("mode")),
                row.getObject("pool", Long.class),
                row.getInt("delay_seconds"),
                row.getInt("max_age_seconds"),
                row.getBoolean("deleted"));
    }

    boolean isOrdered() {
        return mode != DispatchMode.IMMEDIATE;
    }

    /** Whether a group is held while its first job waits, and after it was given up. */
    boolean holds() {
        return mode == DispatchMode.BLOCK_ON_ERROR;
    }

    long delayMillis() {
        return Duration.ofSeconds(delaySeconds).toMillis();
    }

    long maxAgeMillis() {
        return Duration.ofSeconds(maxAgeSeconds).toMillis();
    }
}
