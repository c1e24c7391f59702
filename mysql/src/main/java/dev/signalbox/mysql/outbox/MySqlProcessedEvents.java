package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.jdbc.JsonTexts;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimedRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ProcessedEventStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and writes the table of processed events, if there is one; does nothing otherwise. */
final class MySqlProcessedEvents {
    private MySqlProcessedEvents() {}

    static boolean areRecorded(OutboxSession on) {
        return on.table().layout().processedEvents() != null;
    }

    private static boolean atMostOnce(OutboxSession on) {
        ProcessedEvents events = on.table().layout().processedEvents();
        return events != null && events.atMostOnce();
    }

    /** The recorded status of these events; others are absent. */
    static Map<String, String> of(OutboxSession on, Collection<String> ids) throws SQLException {
        Map<String, String> known = new HashMap<>();
        if (areRecorded(on) && !ids.isEmpty()) {
            on.each(
                    ProcessedEventStatement.FIND,
                    Map.of("ids", List.copyOf(ids)),
                    row -> known.put(row.getString("id"), row.getString("status")));
            known.keySet().retainAll(Set.copyOf(ids));
        }
        return known;
    }

    /**
     * Settles events that were processed events before this claim: published ones are completed, and ones that may have
     * been published become dead letters if the guarantee is at most once. Locked rows are left for the next claim.
     */
    static SkippedEvents skipProcessed(OutboxSession on, LockedLease lease, Map<String, String> known)
            throws SQLException {
        List<String> published = having(known, ProcessedEvents.SUCCESS);
        List<String> doubtful = atMostOnce(on) ? having(known, ProcessedEvents.PROCESSING) : List.of();
        Set<String> over = new HashSet<>(published);
        over.addAll(doubtful);
        if (over.isEmpty()) {
            return SkippedEvents.NOTHING;
        }
        Set<String> free = new HashSet<>(on.ids(
                MySqlOutboxTemplates.CLAIMED_ROWS,
                Set.of(ClaimedRowsPart.OWN, ClaimedRowsPart.LOCK),
                Map.of("ids", on.table().ids(over))));
        List<String> done = published.stream().filter(free::contains).toList();
        settle(on, lease, SettlePart.PUBLISHED, done);
        List<String> parked = doubtful.stream().filter(free::contains).toList();
        settle(on, lease, SettlePart.PARK, parked);
        MySqlFailureRecords.park(on, lease, parked, ClaimedRows.DOUBTFUL);
        recordStatus(on, ProcessedEvents.FAILED, parked);
        return new SkippedEvents(over, new SkippedMessages(done.size(), parked.size()));
    }

    /**
     * The processed events that a claim skips.
     *
     * @param over the events that must not be published
     * @param settled how many of them were settled
     */
    record SkippedEvents(Set<String> over, SkippedMessages settled) {
        static final SkippedEvents NOTHING = new SkippedEvents(Set.of(), SkippedMessages.NOTHING);
    }

    private static List<String> having(Map<String, String> known, String status) {
        return known.entrySet().stream()
                .filter(event -> status.equals(event.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static void settle(OutboxSession on, LockedLease lease, SettlePart change, List<String> ids)
            throws SQLException {
        if (!ids.isEmpty()) {
            on.update(
                    MySqlOutboxTemplates.SETTLE,
                    Set.of(SettlePart.OWN, change),
                    Map.of("ids", on.table().ids(ids), "moment", on.table().deliveredAt(lease.moment())));
        }
    }

    /**
     * Adds chosen events that are not in the table. Fails on a duplicate, which means that another process publishes
     * them.
     */
    static void chosen(OutboxSession on, Collection<String> ids) throws SQLException {
        if (areRecorded(on) && !atMostOnce(on)) {
            write(on, ProcessedEventStatement.ADD, ProcessedEvents.PROCESSING, ids);
        }
    }

    /** Records that these events are about to be sent. */
    static void announce(OutboxSession on, Collection<String> ids) throws SQLException {
        if (atMostOnce(on)) {
            recordStatus(on, ProcessedEvents.PROCESSING, ids);
        }
    }

    /** Records the result. Retried and released events are removed, as if they had never been chosen. */
    static void settled(OutboxSession on, List<Settlement> settlements) throws SQLException {
        if (!areRecorded(on)) {
            return;
        }
        boolean deletes = on.settings().retention() instanceof Retention.DeleteOnCompletion;
        List<String> published = new ArrayList<>();
        List<String> parked = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        for (Settlement settlement : settlements) {
            List<String> kind = switch (settlement.verdict()) {
                case Verdict.Complete() -> deletes ? removed : published;
                case Verdict.Park _ -> parked;
                case Verdict.RetryAt _, Verdict.Release() -> removed;
            };
            kind.add(settlement.message().id());
        }
        recordStatus(on, ProcessedEvents.SUCCESS, published);
        recordStatus(on, ProcessedEvents.FAILED, parked);
        forget(on, removed);
    }

    /** Removes events that are deleted, or that wait as if they had never been chosen. */
    static void forget(OutboxSession on, Collection<String> ids) throws SQLException {
        if (areRecorded(on) && !ids.isEmpty()) {
            on.update(ProcessedEventStatement.REMOVE, Map.of("ids", List.copyOf(ids)));
        }
    }

    private static void recordStatus(OutboxSession on, String status, Collection<String> ids) throws SQLException {
        write(on, ProcessedEventStatement.SET, status, ids);
    }

    private static void write(
            OutboxSession on, ProcessedEventStatement statement, String status, Collection<String> ids)
            throws SQLException {
        if (!ids.isEmpty()) {
            on.update(statement, Map.of("status", status, "ids", JsonTexts.of(ids)));
        }
    }
}
