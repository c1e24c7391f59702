package dev.signalbox.jdbc.layout;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;

/** The table of FlowCatalyst's outbox processor, which encodes states as status words. */
record FlowCatalystLayout() implements LayoutPreset {
    private static final OutboxLayout.Columns COLUMNS = new OutboxLayout.Columns(
            "id",
            "type",
            "message_group",
            "payload",
            "status",
            "retry_count",
            "created_at",
            "processed_at",
            "error_message");

    @Override
    public String name() {
        return "flowcatalyst";
    }

    @Override
    public String description() {
        return "names columns and states";
    }

    @Override
    public TableName usualTable() {
        return new TableName(null, "outbox_events");
    }

    @Override
    public OutboxLayout layout(TableName table) {
        return new OutboxLayout(table, COLUMNS, OutboxLayout.USUAL_WORDS);
    }

    @Override
    public boolean isForDocuments() {
        return true;
    }
}
