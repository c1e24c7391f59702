package dev.signalbox.platform.postgres.registry;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.ConflictException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * What refers to a pool or account.
 *
 * @param subscriptions how many
 * @param jobs how many direct jobs that wait, up to one more than {@link #MOST_COUNTED}
 */
record EntryUsage(int subscriptions, int jobs) {
    private static final int MOST_COUNTED = 1_000;

    static EntryUsage read(Connection connection, Sql usage, long id) throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("id", id);
        values.put("most", MOST_COUNTED + 1);
        return usage.one(connection, values, row -> new EntryUsage(row.getInt("subscriptions"), row.getInt("jobs")));
    }

    boolean isNone() {
        return subscriptions == 0 && jobs == 0;
    }

    /** @param thing what is to be deleted */
    void refuseIfAny(String thing) throws ConflictException {
        if (isNone()) {
            return;
        }
        String waiting = jobs > MOST_COUNTED ? "more than " + MOST_COUNTED : String.valueOf(jobs);
        throw new ConflictException(
                "id",
                "the %s cannot be deleted: subscriptions that use it: %d; direct jobs that wait and use it: %s"
                        .formatted(thing, subscriptions, waiting));
    }
}
