package dev.signalbox.jdbc.layout;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows record only whether they were sent, by a flag or by a time. It has no word for a claimed or failed
 * row, no attempts, no errors and, unless configured, no type column.
 */
record SentLayout(String name, String description, OutboxLayout.Columns columns, Set<String> optionalColumns)
        implements LayoutPreset {
    /** The default type of all messages. */
    private static final String USUAL_TYPE = "message";

    /** A boolean says whether the row was sent. */
    static final SentLayout BY_FLAG = new SentLayout(
            "sent-flag",
            "shows only by a boolean what was sent",
            columns("sent", null),
            Set.of("type", "processed_at"));

    /** A time says when the row was sent; null before. */
    static final SentLayout BY_TIME = new SentLayout(
            "sent-at", "shows only by a time what was sent", columns(null, "processed_at"), Set.of("type"));

    private static OutboxLayout.Columns columns(@Nullable String flag, @Nullable String time) {
        return new OutboxLayout.Columns(
                "id", null, "message_group", "payload", flag, null, "created_at", time, null, null);
    }

    @Override
    public TableName usualTable() {
        return new TableName(null, "outbox_events");
    }

    @Override
    public OutboxLayout layout(TableName table) {
        return OutboxLayout.ofType(table, columns, new OutboxLayout.SentOnly(null), USUAL_TYPE);
    }
}
