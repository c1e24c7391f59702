package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import java.sql.SQLException;

/**
 * The table of another system, as that system creates it, and what its applications do with it.
 *
 * @param making creates it in a database that has FlowCatalyst's table
 * @param insert takes an id, a group, a payload and the time of creation
 * @param row selects a row's state as one of the usual words, its attempts and its error or {@link #NO_ERROR}; the id
 *     is substituted
 * @param hold takes the number of seconds since another program marked a row, and the row's id
 */
record MySqlPresetTable(OutboxLayout layout, TableCreation making, String insert, String row, String hold) {
    interface TableCreation {
        void make(MySqlDatabaseFixture database) throws SQLException;
    }

    static final String NO_ERROR = "\u0001";

    static final MySqlPresetTable FLOWCATALYST = new MySqlPresetTable(
            OutboxLayouts.FLOWCATALYST.layout(),
            _ -> {},
            "INSERT INTO outbox_events VALUES (?, 'EVENT', ?, ?, 'PENDING', 0, ?, NULL, NULL)",
            "SELECT status, retry_count, coalesce(error_message, '\u0001') FROM outbox_events WHERE id = '%s'",
            "UPDATE outbox_events SET status = 'PROCESSING', processed_at = NOW() - INTERVAL ? SECOND WHERE id = ?");

    static final MySqlPresetTable CATBOX = new MySqlPresetTable(
            OutboxLayouts.CATBOX.layout(),
            MySqlDatabaseFixture::makeCatbox,
            "INSERT INTO outbox_events (event_type, id, aggregate_id, payload, created_at) VALUES ('EVENT', ?, ?, ?, ?)",
            """
            SELECT CASE WHEN t.sent_at IS NOT NULL THEN 'COMPLETED' WHEN t.in_progress_until IS NULL THEN 'PENDING'
                        WHEN t.in_progress_until > '9999-01-01' THEN 'FAILED' ELSE 'PROCESSING' END,
                   coalesce(g.attempts, 0), coalesce(g.error, '\u0001')
            FROM outbox_events t LEFT JOIN signalbox_failures g ON g.id = t.id WHERE t.id = '%s'""",
            "UPDATE outbox_events SET in_progress_until = UTC_TIMESTAMP(6) + INTERVAL 5 MINUTE - INTERVAL ? SECOND WHERE id = ?");

    static final MySqlPresetTable EVENT_OUTBOX = new MySqlPresetTable(
            OutboxLayouts.EVENT_OUTBOX
                    .layout(new TableName(null, "EventOutbox"))
                    .noting(new ProcessedEvents(
                            new TableName(null, "ProcessedEvent"), ProcessedEvents.Guarantee.AT_LEAST_ONCE)),
            database -> database.script("/dev/signalbox/mysql/outbox/event-outbox-any-group.sql"),
            "INSERT INTO EventOutbox (event_type, event_id, aggregate_id, payload, created_at) VALUES ('EVENT', ?, ?, ?, ?)",
            """
            SELECT CASE t.status WHEN 'PROCESSED' THEN 'COMPLETED' ELSE t.status END,
                   coalesce(g.attempts, 0), coalesce(g.error, '\u0001')
            FROM EventOutbox t LEFT JOIN signalbox_failures g ON g.id = t.event_id WHERE t.event_id = '%s'""",
            "SELECT ?, ?");

    static final MySqlPresetTable SENT_FLAG = new MySqlPresetTable(
            OutboxLayouts.SENT_FLAG.layout(new TableName(null, "sent_flags")),
            database -> database.script("/dev/signalbox/mysql/outbox/sent-flag.sql"),
            "INSERT INTO sent_flags (id, message_group, payload, created_at) VALUES (?, ?, ?, ?)",
            sentRow("sent_flags", "t.sent"),
            "SELECT ?, ?");

    static final MySqlPresetTable SENT_AT = new MySqlPresetTable(
            OutboxLayouts.SENT_AT.layout(new TableName(null, "sent_times")),
            database -> database.script("/dev/signalbox/mysql/outbox/sent-at.sql"),
            "INSERT INTO sent_times (id, message_group, payload, created_at) VALUES (?, ?, ?, ?)",
            sentRow("sent_times", "t.processed_at IS NOT NULL"),
            "SELECT ?, ?");

    private static String sentRow(String table, String sent) {
        return """
                SELECT CASE WHEN %s THEN 'COMPLETED' WHEN g.parked THEN 'FAILED' ELSE 'PENDING' END,
                       coalesce(g.attempts, 0), coalesce(g.error, '\u0001')
                FROM %s t LEFT JOIN signalbox_failures g ON g.id = t.id WHERE t.id = '%%s'""".formatted(sent, table);
    }
}
