package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.SkippedMessages;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.HeldPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ProcessedEventStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes the table of processed events, if there is one; does nothing otherwise. */
final class MySqlProcessedEvents {
    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private final MySqlFailureRecords failures;
    private final @Nullable ProcessedEvents processedEvents;

    MySqlProcessedEvents(MySqlOutboxTable table, OutboxContext context) {
        this.table = table;
        this.context = context;
        this.failures = new MySqlFailureRecords(table, context);
        this.processedEvents = table.layout().processedEvents();
    }

    boolean areRecorded() {
        return processedEvents != null;
    }

    private boolean atMostOnce() {
        return processedEvents != null && processedEvents.atMostOnce();
    }

    /** The recorded status of these events; others are absent. */
    Map<String, String> of(OutboxStatementRunner on, Collection<String> ids) throws SQLException {
        Map<String, String> known = new HashMap<>();
        if (areRecorded() && !ids.isEmpty()) {
            on.rows(
                    Template.of(MySqlOutboxTemplates.PROCESSED_EVENTS, ProcessedEventStatement.FIND),
                    Map.of("ids", List.copyOf(ids)),
                    rows -> known.put(rows.getString("id"), rows.getString("status")));
            known.keySet().retainAll(Set.copyOf(ids));
        }
        return known;
    }

    /**
     * Settles events that were processed events before this claim: published ones are completed, and ones that may have
     * been published become dead letters if the guarantee is at most once. Locked rows are left for the next claim.
     */
    SkippedEvents skipProcessed(OutboxStatementRunner on, LockedLease lease, Map<String, String> known)
            throws SQLException {
        List<String> published = having(known, ProcessedEvents.SUCCESS);
        List<String> doubtful = atMostOnce() ? having(known, ProcessedEvents.PROCESSING) : List.of();
        Set<String> over = new HashSet<>(published);
        over.addAll(doubtful);
        if (over.isEmpty()) {
            return SkippedEvents.NOTHING;
        }
        Set<String> free = new HashSet<>(on.rows(
                Template.of(MySqlOutboxTemplates.HELD, Set.of(HeldPart.OWN, HeldPart.LOCK)),
                Map.of("ids", table.ids(over)),
                rows -> rows.getString("id")));
        List<String> done = published.stream().filter(free::contains).toList();
        settle(on, lease, SettlePart.PUBLISHED, done);
        List<String> givenUp = doubtful.stream().filter(free::contains).toList();
        settle(on, lease, SettlePart.PARK, givenUp);
        failures.park(on, lease, givenUp, ClaimedRows.DOUBTFUL);
        recordStatus(on, ProcessedEvents.FAILED, givenUp);
        return new SkippedEvents(over, new SkippedMessages(done.size(), givenUp.size()));
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
                .filter(note -> status.equals(note.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void settle(OutboxStatementRunner on, LockedLease lease, SettlePart change, List<String> ids)
            throws SQLException {
        if (!ids.isEmpty()) {
            String moment = table.deliveredAt(lease.moment());
            on.update(
                    Template.of(MySqlOutboxTemplates.SETTLE, Set.of(SettlePart.OWN, change)),
                    Map.of("ids", table.ids(ids), "moment", moment));
        }
    }

    /**
     * Adds chosen events that are not in the table. Fails on a duplicate, which means that another process publishes
     * them.
     */
    void chosen(OutboxStatementRunner on, Collection<String> ids) throws SQLException {
        if (areRecorded() && !atMostOnce()) {
            write(on, ProcessedEventStatement.ADD, ProcessedEvents.PROCESSING, ids);
        }
    }

    /** Records that these events are about to be sent. */
    void announce(OutboxStatementRunner on, Collection<String> ids) throws SQLException {
        if (atMostOnce()) {
            recordStatus(on, ProcessedEvents.PROCESSING, ids);
        }
    }

    /** Records the result. Retried and released events are removed, as if they had never been chosen. */
    void settled(OutboxStatementRunner on, List<Settlement> settlements) throws SQLException {
        if (!areRecorded()) {
            return;
        }
        boolean deletes = context.settings().retention() instanceof Retention.DeleteOnCompletion;
        List<String> published = new ArrayList<>();
        List<String> givenUp = new ArrayList<>();
        List<String> unnoted = new ArrayList<>();
        for (Settlement settlement : settlements) {
            List<String> kind = switch (settlement.verdict()) {
                case Verdict.Complete() -> deletes ? unnoted : published;
                case Verdict.Park _ -> givenUp;
                case Verdict.RetryAt _, Verdict.Release() -> unnoted;
            };
            kind.add(settlement.message().id());
        }
        recordStatus(on, ProcessedEvents.SUCCESS, published);
        recordStatus(on, ProcessedEvents.FAILED, givenUp);
        forget(on, unnoted);
    }

    /** Removes events that are deleted, or that wait as if they had never been chosen. */
    void forget(OutboxStatementRunner on, Collection<String> ids) throws SQLException {
        if (areRecorded() && !ids.isEmpty()) {
            on.update(
                    Template.of(MySqlOutboxTemplates.PROCESSED_EVENTS, ProcessedEventStatement.REMOVE),
                    Map.of("ids", List.copyOf(ids)));
        }
    }

    private static void recordStatus(OutboxStatementRunner on, String status, Collection<String> ids)
            throws SQLException {
        write(on, ProcessedEventStatement.SET, status, ids);
    }

    private static void write(
            OutboxStatementRunner on, ProcessedEventStatement statement, String status, Collection<String> ids)
            throws SQLException {
        if (!ids.isEmpty()) {
            on.update(
                    Template.of(MySqlOutboxTemplates.PROCESSED_EVENTS, statement),
                    Map.of("status", status, "ids", JsonStringArray.write(ids)));
        }
    }
}
