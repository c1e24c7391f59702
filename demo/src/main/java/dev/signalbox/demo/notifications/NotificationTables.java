package dev.signalbox.demo.notifications;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.Numbers;
import dev.signalbox.jdbc.SqlCollection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Looks into the tables of the services and of the listeners, which share a database. */
final class NotificationTables implements AutoCloseable {
    private static final SqlCollection SQL = SqlCollection.load(NotificationTables.class, "notifications.sql");
    private static final int READ_AT_ONCE = 2000;

    private final Connection connection;

    NotificationTables(OwnDatabase database) throws SQLException {
        this.connection = database.connect("demo-notifications");
    }

    synchronized NotificationsStanding look() throws SQLException {
        List<Told> told = told();
        long[] events = numbers("events");
        return new NotificationsStanding(events[0], events[1], events[2], events[3], told);
    }

    private List<Told> told() throws SQLException {
        List<Told> told = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SQL.text("told"))) {
            while (rows.next()) {
                told.add(new Told(rows.getString(1), rows.getLong(2), rows.getLong(3)));
            }
        }
        return told;
    }

    /** @param deadInQueues what lies in the dead-letter queues */
    synchronized NotificationsAudit audit(Guests guests, EventBook book, int brokerKills, long deadInQueues)
            throws SQLException {
        NotificationsAudit.Asked asked =
                new NotificationsAudit.Asked(guests.reserved(), guests.moved(), guests.ordered());
        Set<String> unknown = book.arrived();
        NotificationsAudit.Events events = events(unknown, missing(asked));
        return new NotificationsAudit(
                asked,
                brokerKills,
                events,
                unknown.size() + numbers("strange-entries")[0],
                Math.max(deadInQueues, numbers("dead-letters")[0]),
                told(),
                numbers("wrong-notifications")[0],
                book.totals());
    }

    /** What guests were promised and is not there, or is there without the events that tell of it. */
    private long missing(NotificationsAudit.Asked asked) throws SQLException {
        long[] there = numbers("taken");
        return Math.max(0, asked.reservations() - there[0])
                + Math.max(0, asked.orders() - there[1])
                + numbers("without-events")[0];
    }

    /** @param arrived what was in RabbitMQ; those that are known here are removed */
    private NotificationsAudit.Events events(Set<String> arrived, long missing) throws SQLException {
        Tally tally = new Tally();
        connection.setAutoCommit(false); // otherwise the driver would read them all at once
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(READ_AT_ONCE);
            try (ResultSet rows = statement.executeQuery(SQL.text("each-event"))) {
                while (rows.next()) {
                    tally.count(
                            rows.getString(2),
                            arrived.remove(rows.getString(1)),
                            rows.getBoolean(3),
                            rows.getBoolean(4));
                }
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return new NotificationsAudit.Events(
                tally.all, tally.waiting, tally.givenUp, tally.lost + missing, tally.unheard, tally.heard);
    }

    private static final class Tally {
        private long all;
        private long waiting;
        private long givenUp;
        private long lost;
        private long unheard;
        private long heard;

        private void count(String status, boolean arrived, boolean isHeard, boolean isDead) {
            all++;
            heard += isHeard ? 1 : 0;
            unheard += arrived && !isHeard && !isDead ? 1 : 0;
            switch (status) {
                case "PROCESSED" -> lost += arrived ? 0 : 1;
                case "FAILED" -> givenUp++;
                default -> waiting += arrived ? 0 : 1;
            }
        }
    }

    private long[] numbers(String query) throws SQLException {
        return Numbers.of(connection, SQL.text(query));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
