package dev.signalbox.mongodb.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first messages of a group in their order, or one without a group.
 *
 * @param more whether the group has others behind these
 */
record Run(@Nullable String group, List<Found> rows, boolean more) {
    static Run loose(Found row) {
        return new Run(null, List.of(row), false);
    }

    Run first(int count) {
        return count == rows.size() ? this : new Run(group, rows.subList(0, count), true);
    }
}
