package dev.signalbox.jdbc.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a group in order, or one ungrouped row.
 *
 * @param more whether the group has further rows
 * @param ahead the next rows, as far as they were read
 * @param offered whether the rows come from the read-ahead cache, without reading the group
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
