package dev.signalbox.jdbc.discovery;

import dev.signalbox.jdbc.TableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table that may be an outbox, and how a configuration would describe it.
 *
 * @param layout the name of its layout; empty if it has none
 * @param columns its columns by their role; empty if the layout knows them by name
 * @param missing what no layout works without, one sentence each; if there is anything, the table cannot be used as it is
 * @param notes what to do or know before the first start, one sentence each
 */
public record OutboxProposal(
        TableName table,
        String layout,
        Map<ColumnRole, DiscoveredColumn> columns,
        List<String> missing,
        List<String> notes) {
    /** The layouts of tables that are read as logs. */
    static final Set<String> LOGS = Set.of("debezium", "signalbox-log");

    public boolean isUsable() {
        return missing.isEmpty();
    }

    /** Whether it is read as a log: nothing shows what was sent. */
    public boolean isLog() {
        return LOGS.contains(layout);
    }

    /** Why it looks like an outbox. */
    public String reason() {
        if (columns.isEmpty()) {
            return "its columns are those of the layout " + layout;
        }
        String found = columns.entrySet().stream()
                .map(column -> column.getKey().key() + ": " + column.getValue())
                .collect(Collectors.joining(", "));
        return layout.isEmpty() ? found : "layout " + layout + ", " + found;
    }
}
