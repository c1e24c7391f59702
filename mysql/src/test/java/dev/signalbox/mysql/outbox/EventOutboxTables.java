package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.ProcessedEvents.Guarantee;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.SQLException;
import java.util.List;

/** The event outbox producer's two tables, as the producer creates them, in their own database. */
record EventOutboxTables(MySqlDatabaseFixture database) implements AutoCloseable {
    static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    static final TableName EVENTS = new TableName(null, "EventOutbox");
    static final TableName NOTES = new TableName(null, "ProcessedEvent");

    static EventOutboxTables on(MySqlTestServer server) throws SQLException {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, "CHARACTER SET utf8mb4");
        database.script("/dev/signalbox/mysql/outbox/event-outbox.sql");
        return new EventOutboxTables(database);
    }

    static OutboxLayout layout(Guarantee guarantee) {
        return OutboxLayouts.EVENT_OUTBOX.layout(EVENTS).noting(new ProcessedEvents(NOTES, guarantee));
    }

    MySqlOutbox outbox(Guarantee guarantee) {
        return outbox(layout(guarantee), OWN);
    }

    MySqlOutbox outbox(OutboxLayout layout, OutboxSettings settings) {
        return MySqlTestOutboxes.of(database, layout, database.fence(true), settings);
    }

    void insert(String id, Object aggregate) throws SQLException {
        database.run(
                "INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, payload)"
                        + " VALUES (?, 'ORDER_CREATED', 'RESTAURANT', ?, '{\"n\": 1}')",
                id,
                aggregate);
    }

    void noted(String id, String status) throws SQLException {
        database.run("INSERT INTO ProcessedEvent VALUES (?, ?, NOW(), NOW())", id, status);
    }

    /** The event's status, and whether it has a publication time. */
    String event(String id) throws SQLException {
        return database.value("SELECT status, published_at IS NOT NULL FROM EventOutbox WHERE event_id = '" + id + "'");
    }

    String note(String id) throws SQLException {
        return database.value("SELECT status FROM ProcessedEvent WHERE event_id = '" + id + "'");
    }

    List<String> notes() throws SQLException {
        return database.rows("SELECT event_id, status FROM ProcessedEvent ORDER BY event_id");
    }

    String error(String id) throws SQLException {
        return database.value("SELECT error FROM signalbox_failures WHERE id = '" + id + "' AND parked");
    }

    /** Lets another incarnation take over from the owner. */
    Incarnation crash(Incarnation owner) throws SQLException {
        database.fence(owner);
        return database.join("heir");
    }

    @Override
    public void close() {
        database.close();
    }
}
