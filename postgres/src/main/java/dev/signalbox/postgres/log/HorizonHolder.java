package dev.signalbox.postgres.log;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that holds back what can be read, for it may still write events with low positions.
 *
 * @param pid of its session; null for a prepared transaction
 * @param gid of the prepared transaction; null for a session
 * @param elsewhere whether it is of another database, and so holds back nothing
 */
public record HorizonHolder(
        long xid,
        @Nullable Integer pid,
        @Nullable String gid,
        @Nullable String database,
        @Nullable String username,
        @Nullable String application,
        @Nullable String state,
        Duration age,
        boolean elsewhere) {
    @Override
    public String toString() {
        String who = gid != null ? "prepared transaction '" + gid + "'" : "pid " + pid;
        return "%s (%s, %s, %s) open for %d s"
                .formatted(who, username, application == null ? "no name" : application, state, age.toSeconds());
    }
}
