package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;

/**
 * A table of another system as it creates it, and the statements of its own applications.
 *
 * @param insert takes the id, the group, the payload and the time
 * @param row reads the state, the attempts and the error of a row
 * @param hold takes the seconds for which another program has held a row, and its id
 * @param waitingOf a condition for waiting rows, which ends with the group column
 */
record PostgresPresetTable(
        String resource, OutboxLayout layout, String insert, String row, String hold, String waitingOf) {
    static final PostgresPresetTable FLOWCATALYST = new PostgresPresetTable(
            "flowcatalyst.sql",
            OutboxLayouts.FLOWCATALYST.layout(),
            "INSERT INTO outbox_events (type, id, message_group, payload, created_at, status) VALUES ('EVENT', ?, ?, ?, ?, 'PENDING')",
            "SELECT status, retry_count, error_message FROM outbox_events WHERE id = ?",
            "UPDATE outbox_events SET status = 'PROCESSING', processed_at = (now() AT TIME ZONE 'UTC') - make_interval(secs => ?) WHERE id = ?",
            "status = 'PENDING' AND message_group");

    static final PostgresPresetTable CATBOX = new PostgresPresetTable(
            "catbox.sql",
            OutboxLayouts.CATBOX.layout(),
            "INSERT INTO outbox_events (event_type, id, aggregate_id, payload, created_at) VALUES ('EVENT', ?, ?, ?, ?)",
            """
            SELECT CASE WHEN t.sent_at IS NOT NULL THEN 'COMPLETED' WHEN t.in_progress_until IS NULL THEN 'PENDING'
                        WHEN t.in_progress_until = 'infinity' THEN 'FAILED' ELSE 'PROCESSING' END,
                   coalesce(g.attempts, 0), g.error
            FROM outbox_events t LEFT JOIN signalbox.failures g ON g.id = t.id
            WHERE t.id = ?""",
            "UPDATE outbox_events SET in_progress_until = (now() AT TIME ZONE 'UTC') + interval '5 min' - make_interval(secs => ?) WHERE id = ?",
            "sent_at IS NULL AND in_progress_until IS NULL AND aggregate_id");

    static final PostgresPresetTable EVENT_OUTBOX = new PostgresPresetTable(
            "event-outbox-any-group.sql",
            OutboxLayouts.EVENT_OUTBOX
                    .layout(new TableName(null, "eventoutbox"))
                    .noting(new ProcessedEvents(
                            new TableName(null, "processedevent"), ProcessedEvents.Guarantee.AT_LEAST_ONCE)),
            "INSERT INTO eventoutbox (event_type, event_id, aggregate_id, payload, created_at) VALUES ('EVENT', ?, ?, ?, ?)",
            """
            SELECT CASE t.status WHEN 'PROCESSED' THEN 'COMPLETED' ELSE t.status END, coalesce(g.attempts, 0), g.error
            FROM eventoutbox t LEFT JOIN signalbox.failures g ON g.id = t.event_id
            WHERE t.event_id = ?""",
            "SELECT ?, ?",
            "status = 'PENDING' AND aggregate_id");

    static final PostgresPresetTable SENT_FLAG = new PostgresPresetTable(
            "sent-flag.sql",
            OutboxLayouts.SENT_FLAG.layout(),
            "INSERT INTO outbox_events (id, message_group, payload, created_at) VALUES (?, ?, ?, ?)",
            sentRow("t.sent"),
            "SELECT ?, ?",
            "sent = FALSE AND message_group");

    static final PostgresPresetTable SENT_AT = new PostgresPresetTable(
            "sent-at.sql",
            OutboxLayouts.SENT_AT.layout(),
            "INSERT INTO outbox_events (id, message_group, payload, created_at) VALUES (?, ?, ?, ?)",
            sentRow("t.processed_at IS NOT NULL"),
            "SELECT ?, ?",
            "processed_at IS NULL AND message_group");

    private static String sentRow(String sent) {
        return """
                SELECT CASE WHEN %s THEN 'COMPLETED' WHEN g.parked THEN 'FAILED' ELSE 'PENDING' END,
                       coalesce(g.attempts, 0), g.error
                FROM outbox_events t LEFT JOIN signalbox.failures g ON g.id = t.id
                WHERE t.id = ?""".formatted(sent);
    }
}
