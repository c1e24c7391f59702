package dev.signalbox.demo.notifications;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.ExampleQueries;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the tables of the services with those of the listeners, which share a database. */
final class NotificationDatabase implements AutoCloseable {
    private final ExampleQueries queries;

    /**
     * Notifications for one kind of recipient.
     *
     * @param expected for each event, one for each user and channel that wants it
     */
    private record AudienceCount(String audience, long expected, long created) {}

    /**
     * The progress of the listeners.
     *
     * @param events that the services have recorded
     * @param unsent events that the nodes have not marked as published
     * @param behind events that no listener has processed
     * @param underway those of them that are published
     * @param byAudience notifications by the kind of recipient, as text
     * @param agree whether there are exactly the expected notifications
     */
    record Progress(
            long events,
            long unsent,
            long behind,
            long underway,
            long notifications,
            String byAudience,
            boolean agree) {
        static final Progress NONE = new Progress(0, 0, 0, 0, 0, "", true);
    }

    NotificationDatabase(OwnDatabase database) throws SQLException {
        this.queries = new ExampleQueries(
                database.connect("demo-notifications"), NotificationDatabase.class, "notifications.sql");
    }

    synchronized Progress progress() throws SQLException {
        List<AudienceCount> counts = new ArrayList<>();
        queries.forEach(
                "notification-counts",
                row -> counts.add(new AudienceCount(row.getString(1), row.getLong(2), row.getLong(3))));
        long[] events = queries.numbers("event-counts");
        return new Progress(
                events[0],
                events[1],
                events[2],
                events[3],
                counts.stream().mapToLong(AudienceCount::created).sum(),
                counts.stream()
                        .map(count -> count.audience().toLowerCase(Locale.ROOT) + " " + count.created())
                        .collect(Collectors.joining(", ")),
                counts.stream().allMatch(count -> count.expected() == count.created()));
    }

    /**
     * @param arrived ids of the events that were in RabbitMQ
     * @param deadInQueues messages in the dead-letter queues
     */
    synchronized NotificationsAudit compare(
            RestaurantRequests requests,
            Set<String> arrived,
            ReceivedMessages.Totals queues,
            int brokerKills,
            long deadInQueues)
            throws SQLException {
        Set<String> unknown = new HashSet<>(arrived);
        EventCounter counter = new EventCounter();
        queries.forEach(
                "events",
                row -> counter.count(
                        row.getString(2), unknown.remove(row.getString(1)), row.getBoolean(3), row.getBoolean(4)));
        Progress progress = progress();
        return new NotificationsAudit(
                new NotificationsAudit.Requests(requests.reserved(), requests.changed(), requests.ordered()),
                brokerKills,
                counter.events(countMissing(requests)),
                unknown.size() + queries.numbers("unknown-inbox-entries")[0],
                Math.max(deadInQueues, queries.numbers("dead-letters")[0]),
                progress.notifications(),
                progress.byAudience(),
                queries.numbers("wrong-notifications")[0],
                queues);
    }

    /** Confirmed requests that are not in the tables, or that have no events. */
    private long countMissing(RestaurantRequests requests) throws SQLException {
        long[] rows = queries.numbers("request-counts");
        return Math.max(0, requests.reserved() - rows[0])
                + Math.max(0, requests.ordered() - rows[1])
                + queries.numbers("without-events")[0];
    }

    private static final class EventCounter {
        private long all;
        private long waiting;
        private long failed;
        private long lost;
        private long notHeard;
        private long heard;

        private void count(String status, boolean arrived, boolean isHeard, boolean isDead) {
            all++;
            heard += isHeard ? 1 : 0;
            notHeard += arrived && !isHeard && !isDead ? 1 : 0;
            switch (status) {
                case "PROCESSED" -> lost += arrived ? 0 : 1;
                case "FAILED" -> failed++;
                default -> waiting += arrived ? 0 : 1;
            }
        }

        private NotificationsAudit.Events events(long missing) {
            return new NotificationsAudit.Events(all, waiting, failed, lost + missing, notHeard, heard);
        }
    }

    @Override
    public void close() throws SQLException {
        queries.close();
    }
}
