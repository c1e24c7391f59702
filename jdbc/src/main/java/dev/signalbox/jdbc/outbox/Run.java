package dev.signalbox.jdbc.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a group in their order, or one row without a group.
 *
 * @param more whether the group has rows behind these
 * @param ahead the rows that come next, as far as they were read
 * @param offered whether they come from what was read ahead, without a look at the group
 */
public record Run(@Nullable String group, List<Found> rows, boolean more, List<Found> ahead, boolean offered) {
    static Run loose(Found row) {
        return new Run(null, List.of(row), false, List.of(), false);
    }

    static Run offered(String group, List<Found> rows) {
        return new Run(group, rows, false, List.of(), true);
    }

    Run first(int count) {
        return count == rows.size() ? this : new Run(group, rows.subList(0, count), more, ahead, offered);
    }
}
