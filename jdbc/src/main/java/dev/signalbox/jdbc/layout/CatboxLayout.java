package dev.signalbox.jdbc.layout;

import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import java.util.HashSet;
import java.util.Set;

/** Catbox's table, which encodes states as timestamps and has no columns for attempts and errors. */
record CatboxLayout() implements LayoutPreset {
    private static final OutboxLayout.Columns COLUMNS = new OutboxLayout.Columns(
            "id",
            "event_type",
            "aggregate_id",
            "payload",
            null,
            null,
            "created_at",
            "sent_at",
            null,
            "in_progress_until");
    private static final String AGGREGATE_TYPE = "aggregate_type";
    private static final HeaderSources HEADERS = HeaderSources.NONE
            .andIfPresent("aggregateType", AGGREGATE_TYPE)
            .andIfPresent("correlationId", "correlation_id");

    @Override
    public String name() {
        return "catbox";
    }

    @Override
    public String description() {
        return "has times instead of states";
    }

    @Override
    public TableName usualTable() {
        return new TableName(null, "outbox_events");
    }

    @Override
    public OutboxLayout layout(TableName table) {
        return OutboxLayout.of(table, COLUMNS, new OutboxLayout.StateTimestamps())
                .with(HEADERS);
    }

    @Override
    public Set<String> recognizedBy() {
        Set<String> columns = new HashSet<>(COLUMNS.byKey().values());
        columns.add(AGGREGATE_TYPE);
        return columns;
    }

    @Override
    public boolean hasEventSearch() {
        return true;
    }
}
