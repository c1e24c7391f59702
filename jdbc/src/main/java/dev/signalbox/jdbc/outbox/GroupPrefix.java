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
public record GroupPrefix(
        @Nullable String group, List<CandidateRow> rows, boolean more, List<CandidateRow> ahead, boolean offered) {
    static GroupPrefix ungrouped(CandidateRow row) {
        return new GroupPrefix(null, List.of(row), false, List.of(), false);
    }

    static GroupPrefix offered(String group, List<CandidateRow> rows) {
        return new GroupPrefix(group, rows, false, List.of(), true);
    }

    GroupPrefix first(int count) {
        return count == rows.size() ? this : new GroupPrefix(group, rows.subList(0, count), more, ahead, offered);
    }
}
