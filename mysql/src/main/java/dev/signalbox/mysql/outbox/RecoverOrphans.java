package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanResult;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.HeldPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.OrphansPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReleasePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Releases the rows of lost claims, after recording the rows of fenced owners as suspects. */
final class RecoverOrphans {
    private static final int LOOKS = 16;

    private record ClaimKey(String incarnation, long number) {}

    /** @param claimed the claim time, with the precision of the marks */
    private record OrphanClaim(ClaimKey key, String claimed, List<String> ids, boolean fenced) {
        /** Claims with a negative number did not mark their rows. */
        boolean marked() {
            return key.number() > 0;
        }
    }

    private record ReleasedRows(int rows, Set<String> busy) {}

    private final MySqlOutboxTable table;
    private final OutboxContext outboxContext;
    private final MySqlFailureRecords mySqlFailureRecords;

    RecoverOrphans(MySqlOutboxTable table, OutboxContext outboxContext) {
        this.table = table;
        this.outboxContext = outboxContext;
        this.mySqlFailureRecords = new MySqlFailureRecords(table, outboxContext);
    }

    OrphanResult run(OutboxStatementRunner on, OrphanQuery wish) throws SQLException {
        Optional<LockedLease> lockedLease = LockedLease.lock(on, outboxContext, wish.owner());
        if (lockedLease.isEmpty()) {
            return new OrphanResult(false, 0, 0, false);
        }
        int ended = 0;
        int rows = 0;
        boolean busy = false;
        List<OrphanClaim> orphanClaims = lock(on, wish);
        Set<String> living = orphanClaims.isEmpty() ? Set.of() : living(on, orphanClaims);
        for (OrphanClaim orphanClaim : orphanClaims) {
            ReleasedRows done = orphanClaim.marked()
                    ? giveBack(on, lockedLease.get(), orphanClaim, living)
                    : suspect(on, lockedLease.get(), orphanClaim, living);
            rows += done.rows();
            if (done.busy().isEmpty()) {
                on.update(
                        Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.END_CLAIM), values(orphanClaim.key()));
                ended++;
            } else {
                busy = true;
                Map<String, Object> kept = values(orphanClaim.key());
                kept.put("ids", JsonStringArray.write(done.busy()));
                on.update(Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.KEEP_CLAIM), kept);
            }
        }
        return new OrphanResult(true, ended, rows, busy);
    }

    /**
     * Waits for another node that releases the same claims: until then, their rows must not be claimed. Claims that are
     * gone afterwards were released, so it looks for the next ones.
     */
    private List<OrphanClaim> lock(OutboxStatementRunner on, OrphanQuery wish) throws SQLException {
        for (int look = 0; look < LOOKS; look++) {
            List<ClaimKey> claimKeys = keys(on, wish);
            List<OrphanClaim> orphanClaims = lock(on, wish.owner().value(), claimKeys);
            if (claimKeys.isEmpty() || !orphanClaims.isEmpty()) {
                return orphanClaims;
            }
        }
        throw new SQLException("others give back claims on outbox table %s all the time"
                .formatted(table.layout().table()));
    }

    private List<ClaimKey> keys(OutboxStatementRunner on, OrphanQuery wish) throws SQLException {
        String owner = wish.owner().value();
        Template<OrphansPart> template = Template.of(
                MySqlOutboxTemplates.ORPHANS, wish.unansweredOnly() ? Set.of(OrphansPart.DOUBTFUL_ONLY) : Set.of());
        return on.rows(
                template,
                Map.of("relay", outboxContext.relay(), "owner", owner, "doubtful", wish.unanswered()),
                rows -> new ClaimKey(rows.getString("incarnation"), rows.getLong("number")));
    }

    private List<OrphanClaim> lock(OutboxStatementRunner on, String owner, List<ClaimKey> claimKeys)
            throws SQLException {
        List<OrphanClaim> orphanClaims = new ArrayList<>();
        for (ClaimKey claimKey : claimKeys) {
            orphanClaims.addAll(on.rows(
                    Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.LOCK_CLAIM),
                    values(claimKey),
                    rows -> new OrphanClaim(
                            claimKey,
                            UtcTimestamps.cut(
                                    rows.getString("claimed"),
                                    table.column(table.layout().markKey()).fraction()),
                            JsonStringArray.read(rows.getString("ids")),
                            !claimKey.incarnation().equals(owner))));
        }
        return orphanClaims;
    }

    /** The messages that live owners have recorded are theirs, even if a dead owner's record contains them. */
    private Set<String> living(OutboxStatementRunner on, List<OrphanClaim> orphanClaims) throws SQLException {
        Set<ClaimKey> lost = new HashSet<>();
        orphanClaims.forEach(orphanClaim -> lost.add(orphanClaim.key()));
        Set<String> living = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.LIVING_CLAIMS),
                Map.of("relay", outboxContext.relay()),
                rows -> !lost.contains(new ClaimKey(rows.getString("incarnation"), rows.getLong("number")))
                        && living.addAll(JsonStringArray.read(rows.getString("ids"))));
        return living;
    }

    private ReleasedRows giveBack(
            OutboxStatementRunner on, LockedLease lockedLease, OrphanClaim orphanClaim, Set<String> living)
            throws SQLException {
        List<String> ids =
                orphanClaim.ids().stream().filter(id -> !living.contains(id)).toList();
        Set<String> held = held(on, orphanClaim, ids, true);
        Set<String> busy = held(on, orphanClaim, ids, false);
        busy.removeAll(held);
        Set<String> convicted = orphanClaim.fenced() ? suspect(on, held) : Set.of();
        release(on, held.stream().filter(id -> !convicted.contains(id)).toList(), false);
        release(on, List.copyOf(convicted), true);
        mySqlFailureRecords.count(on, lockedLease, convicted);
        return new ReleasedRows(orphanClaim.fenced() ? held.size() : 0, busy);
    }

    private Set<String> held(OutboxStatementRunner on, OrphanClaim orphanClaim, List<String> ids, boolean lock)
            throws SQLException {
        Set<String> wanted = new HashSet<>(ids);
        Set<String> held = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.HELD, lock ? Set.of(HeldPart.LOCK) : Set.of()),
                Map.of("ids", table.ids(ids)),
                rows -> orphanClaim.claimed().equals(rows.getString("processed"))
                        && wanted.contains(rows.getString("id"))
                        && held.add(rows.getString("id")));
        return held;
    }

    /** Unmarked rows are already waiting, and another owner may have claimed them since. */
    private ReleasedRows suspect(
            OutboxStatementRunner on, LockedLease lockedLease, OrphanClaim orphanClaim, Set<String> living)
            throws SQLException {
        if (!orphanClaim.fenced()) {
            return new ReleasedRows(0, Set.of());
        }
        Set<String> wanted = new HashSet<>(orphanClaim.ids());
        wanted.removeAll(living);
        Set<String> waiting = new HashSet<>(on.rows(
                Template.of(MySqlOutboxTemplates.HELD, Set.of(HeldPart.OWN)),
                Map.of("ids", table.ids(wanted)),
                rows -> rows.getString("id")));
        waiting.retainAll(wanted);
        Set<String> convicted = suspect(on, waiting);
        if (!convicted.isEmpty()) {
            List<String> free = on.rows(
                    Template.of(MySqlOutboxTemplates.HELD, Set.of(HeldPart.OWN, HeldPart.LOCK)),
                    Map.of("ids", table.ids(convicted)),
                    rows -> rows.getString("id"));
            release(on, free, true);
            mySqlFailureRecords.count(on, lockedLease, free);
        }
        return new ReleasedRows(waiting.size(), Set.of());
    }

    /** @return the messages that were in flight alone when their owner died */
    private Set<String> suspect(OutboxStatementRunner on, Set<String> ids) throws SQLException {
        Set<String> convicted = new HashSet<>();
        Map<String, Object> values = Map.of("relay", outboxContext.relay(), "ids", List.copyOf(ids));
        on.rows(
                Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.SUSPECTS),
                values,
                rows -> rows.getBoolean("in_flight")
                        && rows.getInt("level") == 2
                        && convicted.add(rows.getString("id")));
        for (String id : ids) {
            on.update(
                    Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.ADD_SUSPECT),
                    Map.of("relay", outboxContext.relay(), "id", id));
        }
        return convicted;
    }

    private void release(OutboxStatementRunner on, List<String> ids, boolean counted) throws SQLException {
        if (!ids.isEmpty()) {
            on.update(
                    Template.of(MySqlOutboxTemplates.RELEASE, counted ? Set.of(ReleasePart.COUNTED) : Set.of()),
                    Map.of("ids", table.ids(ids)));
        }
    }

    private Map<String, Object> values(ClaimKey claimKey) {
        Map<String, Object> values = new HashMap<>();
        values.put("relay", outboxContext.relay());
        values.put("incarnation", claimKey.incarnation());
        values.put("number", claimKey.number());
        return values;
    }
}
