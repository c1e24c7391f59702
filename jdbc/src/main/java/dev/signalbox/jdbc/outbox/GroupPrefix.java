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

    /** The rows before the first one that cannot be claimed because its id is oversized. */
    GroupPrefix beforeOversized() {
        int fitting = fitting(rows);
        int fittingAhead = fitting < rows.size() ? 0 : fitting(ahead);
        return fitting == rows.size() && fittingAhead == ahead.size()
                ? this
                : new GroupPrefix(group, rows.subList(0, fitting), true, ahead.subList(0, fittingAhead), offered);
    }

    private static int fitting(List<CandidateRow> rows) {
        int fitting = 0;
        while (fitting < rows.size() && rows.get(fitting).oversized() == null) {
            fitting++;
        }
        return fitting;
    }

    GroupPrefix first(int count) {
        return count == rows.size() ? this : new GroupPrefix(group, rows.subList(0, count), more, ahead, offered);
    }
}
