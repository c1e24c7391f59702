package dev.signalbox.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects messages by their creation time. Other messages stay unchanged.
 *
 * @param from inclusive lower bound of the creation time
 * @param to exclusive upper bound of the creation time
 * @param maxAge maximum age when the statement runs
 */
public record CreationPeriod(
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Duration maxAge) {
    /** Any creation time. */
    public static final CreationPeriod ALWAYS = new CreationPeriod(null, null, null);

    /** How a database writes timestamps in SQL. */
    public interface TimestampSql {
        /** SQL for this instant, comparable with a row's creation time. */
        String at(Instant moment);

        /** SQL for the instant this long before the statement runs. */
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

    /** Conditions on this column, each preceded by {@code AND}. */
    String condition(String created, TimestampSql times) {
        List<String> conditions = new ArrayList<>();
        if (from != null) {
            conditions.add(created + " >= " + times.at(from));
        }
        if (to != null) {
            conditions.add(created + " < " + times.at(to));
        }
        if (maxAge != null) {
            conditions.add(created + " >= " + times.ago(maxAge));
        }
        StringBuilder text = new StringBuilder();
        conditions.forEach(condition -> text.append(" AND ").append(condition));
        return text.toString();
    }
}
