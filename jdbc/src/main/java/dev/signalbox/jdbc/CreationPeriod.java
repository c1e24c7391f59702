package dev.signalbox.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are taken, by the time of their creation. The others stay as they are.
 *
 * @param from those that were created then or later
 * @param to those that were created before
 * @param maxAge those that are not older, at the time of the look
 */
public record CreationPeriod(
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Duration maxAge) {
    /** Whenever they were created. */
    public static final CreationPeriod ALWAYS = new CreationPeriod(null, null, null);

    /** How a database writes times. */
    public interface TimestampSql {
        /** This moment, to be compared with the time of a row's creation. */
        String at(Instant moment);

        /** The moment so long before a statement runs. */
        String ago(Duration age);
    }

    public CreationPeriod {
        if (from != null && to != null && !from.isBefore(to)) {
            throw new IllegalArgumentException("a period ends after its beginning");
        }
        if (maxAge != null && !maxAge.isPositive()) {
            throw new IllegalArgumentException("a greatest age is more than zero");
        }
    }

    /** Conditions on this column, each with {@code AND} before it. */
    String condition(String created, TimestampSql timestampSql) {
        List<String> conditions = new ArrayList<>();
        if (from != null) {
            conditions.add(created + " >= " + timestampSql.at(from));
        }
        if (to != null) {
            conditions.add(created + " < " + timestampSql.at(to));
        }
        if (maxAge != null) {
            conditions.add(created + " >= " + timestampSql.ago(maxAge));
        }
        StringBuilder text = new StringBuilder();
        conditions.forEach(condition -> text.append(" AND ").append(condition));
        return text.toString();
    }
}
