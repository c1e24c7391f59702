package dev.signalbox.jdbc.discovery;

import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The layout that follows from the columns that hold the state of a row.
 *
 * @param layout empty if there is none
 * @param missing why there is none
 * @param unused the columns that the layout does not use
 */
record StateColumns(String layout, List<String> missing, List<String> notes, Set<ColumnRole> unused) {
    private static final Set<ColumnRole> OF_STATUS_WORDS = Set.of(
            ColumnRole.STATUS,
            ColumnRole.RETRY_COUNT,
            ColumnRole.PROCESSED_AT,
            ColumnRole.ERROR_MESSAGE,
            ColumnRole.TYPE);

    static StateColumns of(Map<ColumnRole, DiscoveredColumn> columns) {
        if (columns.containsKey(ColumnRole.FLAG)) {
            List<String> notes = new ArrayList<>();
            OutboxTableFinder.mayBeNull(
                    columns, ColumnRole.FLAG, "the start refuses the table until it is NOT NULL", notes);
            return sent(OutboxLayouts.SENT_FLAG.name(), columns, notes);
        }
        if (columns.keySet().containsAll(OF_STATUS_WORDS)) {
            return new StateColumns(OutboxLayouts.FLOWCATALYST.name(), List.of(), List.of(), Set.of());
        }
        if (columns.containsKey(ColumnRole.PROCESSED_AT)) {
            return sent(OutboxLayouts.SENT_AT.name(), columns, new ArrayList<>());
        }
        return columns.containsKey(ColumnRole.STATUS)
                ? none(
                        "its state is a word in " + columns.get(ColumnRole.STATUS)
                                + ", which needs columns for a type, the time of completion, a number of attempts and the last error beside it")
                : none("nothing in it shows which rows were sent: add a column such as sent_at");
    }

    private static StateColumns none(String reason) {
        return new StateColumns("", List.of(reason + " (docs/adopt-a-table.md#states)"), List.of(), Set.of());
    }

    /** A layout that knows only what was sent. Other columns about the state keep their values. */
    private static StateColumns sent(String layout, Map<ColumnRole, DiscoveredColumn> columns, List<String> notes) {
        List<ColumnRole> unused = Stream.of(ColumnRole.STATUS, ColumnRole.RETRY_COUNT, ColumnRole.ERROR_MESSAGE)
                .filter(columns::containsKey)
                .toList();
        for (ColumnRole role : unused) {
            notes.add("column " + columns.get(role) + " is not used: programs that read it see no change");
        }
        return new StateColumns(layout, List.of(), notes, Set.copyOf(unused));
    }
}
