package dev.signalbox.postgres.log;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that holds back what can be read, for it may still write events with low positions.
 *
 * @param pid of its session; null for a prepared transaction
 * @param gid of the prepared transaction; null for a session
 * @param state of the session, or {@link #HIDDEN}
 * @param age at least so long has it been open; how long exactly is hidden where the state is
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
    /** What a role without that right is told of the sessions of other roles. */
    public static final String HIDDEN = "hidden without pg_read_all_stats";

    /** The same, known to be open for that long. */
    HorizonHolder openFor(Duration atLeast) {
        Duration longer = age.compareTo(atLeast) < 0 ? atLeast : age;
        return new HorizonHolder(xid, pid, gid, database, username, application, state, longer, elsewhere);
    }

    @Override
    public String toString() {
        String who = gid != null ? "prepared transaction '" + gid + "'" : "pid " + pid;
        String name = application == null || application.isEmpty() ? "no name" : application;
        String bound = HIDDEN.equals(state) ? "at least " : "";
        return "%s (%s, %s, %s) open for %s%d s".formatted(who, username, name, state, bound, age.toSeconds());
    }
}
