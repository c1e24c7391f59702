package dev.signalbox.jdbc.discovery;

import dev.signalbox.jdbc.layout.LayoutGuess;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds the tables that look like an outbox, by the names and types of their columns.
 *
 * @param named whether a configuration can contain a name
 * @param groups the kinds of columns that can be a group
 * @param logs whether the database has logs
 */
public record OutboxTableFinder(Predicate<String> named, Set<ColumnKind> groups, boolean logs) {
    /** The layouts of status tables that are recognised by all their columns. */
    private static final Set<String> FIXED =
            Set.of(OutboxLayouts.CATBOX.name(), OutboxLayouts.EVENT_OUTBOX.name(), OutboxLayouts.SIGNALBOX.name());

    private static final Pattern LIKE_AN_OUTBOX = Pattern.compile("outbox|event|message|notification");
    private static final Pattern COPY = Pattern.compile(".*_(archive|archived|backup|bak|old|history|failed)");
    private static final String PAGE = "docs/adopt-a-table.md";

    /** The tables that look like an outbox. */
    public List<OutboxProposal> find(Collection<DiscoveredTable> tables) {
        return tables.stream()
                .filter(table -> !COPY.matcher(lower(table)).matches())
                .filter(table ->
                        !lower(table).startsWith("signalbox_") || fixed(table).isPresent())
                .map(this::of)
                .filter(this::looksLikeAnOutbox)
                .toList();
    }

    /** How a configuration would describe this table, whatever it looks like. */
    public OutboxProposal of(DiscoveredTable table) {
        return fixed(table)
                .map(layout -> new OutboxProposal(table.name(), layout, Map.of(), unnamed(table, Map.of()), List.of()))
                .orElseGet(() -> byColumns(table));
    }

    private Optional<String> fixed(DiscoveredTable table) {
        return LayoutGuess.of(
                        table.columns().stream().map(DiscoveredColumn::name).toList())
                .filter(layout -> FIXED.contains(layout) || (logs && OutboxProposal.LOGS.contains(layout)));
    }

    private boolean looksLikeAnOutbox(OutboxProposal proposal) {
        Set<ColumnRole> roles = proposal.columns().keySet();
        boolean state = roles.contains(ColumnRole.FLAG)
                || roles.contains(ColumnRole.STATUS)
                || roles.contains(ColumnRole.PROCESSED_AT);
        boolean addressed = roles.contains(ColumnRole.TYPE) || roles.contains(ColumnRole.GROUP);
        boolean hasCore = roles.containsAll(Set.of(ColumnRole.ID, ColumnRole.PAYLOAD, ColumnRole.CREATED_AT)) && state;
        String name = proposal.table().table().toLowerCase(Locale.ROOT);
        return proposal.columns().isEmpty()
                || (hasCore && (addressed || LIKE_AN_OUTBOX.matcher(name).find()));
    }

    private OutboxProposal byColumns(DiscoveredTable table) {
        Map<ColumnRole, DiscoveredColumn> columns = new EnumMap<>(ColumnRole.class);
        Set<DiscoveredColumn> free = new LinkedHashSet<>(table.columns());
        for (ColumnRole role : ColumnRole.values()) {
            role.find(free).ifPresent(column -> {
                columns.put(role, column);
                free.remove(column);
            });
        }
        StateColumns state = StateColumns.of(columns);
        List<String> missing = new ArrayList<>();
        need(columns, ColumnRole.ID, "the id: a text, a number or a UUID, unique", missing);
        need(columns, ColumnRole.PAYLOAD, "the payload: text, JSON or bytes", missing);
        need(columns, ColumnRole.GROUP, "the group: add one that may be NULL, such as message_group", missing);
        need(columns, ColumnRole.CREATED_AT, "the time of creation: timestamp", missing);
        DiscoveredColumn group = columns.get(ColumnRole.GROUP);
        if (group != null && !groups.contains(group.kind())) {
            missing.add("column " + group + " cannot be the group: on this database it must be text or a whole number");
        }
        missing.addAll(state.missing());
        List<String> notes = new ArrayList<>(state.notes());
        mayBeNull(columns, ColumnRole.CREATED_AT, "a row without it has no place in its group", notes);
        state.unused().forEach(columns::remove);
        missing.addAll(unnamed(table, columns));
        return new OutboxProposal(table.name(), state.layout(), columns, missing, notes);
    }

    private static void need(
            Map<ColumnRole, DiscoveredColumn> columns, ColumnRole role, String what, List<String> missing) {
        if (!columns.containsKey(role)) {
            missing.add("it has no column for " + what + " (" + PAGE + ")");
        }
    }

    static void mayBeNull(
            Map<ColumnRole, DiscoveredColumn> columns, ColumnRole role, String consequence, List<String> notes) {
        DiscoveredColumn column = columns.get(role);
        if (column != null && column.mayBeNull()) {
            notes.add("column " + column.name() + " may be NULL: " + consequence + " (" + PAGE
                    + "#columns-that-may-be-null)");
        }
    }

    /** Problems with names that a configuration cannot contain. */
    private List<String> unnamed(DiscoveredTable table, Map<ColumnRole, DiscoveredColumn> columns) {
        List<String> names = new ArrayList<>();
        names.add(table.name().table());
        Optional.ofNullable(table.name().schema()).ifPresent(names::add);
        columns.values().forEach(column -> names.add(column.name()));
        return names.stream()
                .filter(named.negate())
                .map(name -> "a configuration cannot contain the name " + name
                        + "; allowed are letters, digits, _, $ and -, at most 63")
                .toList();
    }

    private static String lower(DiscoveredTable table) {
        return table.name().table().toLowerCase(Locale.ROOT);
    }
}
