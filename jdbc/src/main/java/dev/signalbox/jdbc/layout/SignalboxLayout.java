package dev.signalbox.jdbc.layout;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import java.util.Set;

/** Signalbox's own table; only MySQL and MariaDB use the states of its rows. */
record SignalboxLayout() implements LayoutPreset {
    private static final OutboxLayout.Columns COLUMNS = new OutboxLayout.Columns(
            "id", "type", "message_group", "payload", "status", "attempts", "created_at", "changed_at", "last_error");

    @Override
    public String name() {
        return "signalbox";
    }

    @Override
    public String description() {
        return "is Signalbox's own table";
    }

    @Override
    public TableName usualTable() {
        return new TableName(null, "signalbox_outbox");
    }

    @Override
    public OutboxLayout layout(TableName table) {
        return new OutboxLayout(table, COLUMNS, OutboxLayout.USUAL_WORDS)
                .orderedBy("position")
                .with(HeaderSources.NONE.andObjectIfPresent("headers"));
    }

    /** The columns that the table has on every database. */
    @Override
    public Set<String> recognizedBy() {
        return Set.of("position", "id", "message_group", "type", "payload", "attempts", "last_error", "created_at");
    }

    @Override
    public ClaimMode defaultClaimMode() {
        return ClaimMode.OWN;
    }

    @Override
    public boolean isOwnTable() {
        return true;
    }
}
