package dev.signalbox.postgres.log;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that holds the horizon back, because it may still write events with low positions.
 *
 * @param pid the process of its session; null for a prepared transaction
 * @param gid the id of the prepared transaction; null for a session
 * @param state the state of the session, or {@link #HIDDEN}
 * @param age how long it has been open at least; the exact age is hidden if the state is
 * @param elsewhere whether it belongs to another database, and so does not hold the horizon back
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
    /** The state that the server shows of other roles' sessions to a role without the right to see more. */
    public static final String HIDDEN = "hidden without pg_read_all_stats";

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
