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
    private final OutboxContext context;
    private final MySqlFailureRecords failures;

    RecoverOrphans(MySqlOutboxTable table, OutboxContext context) {
        this.table = table;
        this.context = context;
        this.failures = new MySqlFailureRecords(table, context);
    }

    OrphanResult run(OutboxStatementRunner on, OrphanQuery query) throws SQLException {
        Optional<LockedLease> lease = LockedLease.lock(on, context, query.owner());
        if (lease.isEmpty()) {
            return new OrphanResult(false, 0, 0, false);
        }
        int ended = 0;
        int rows = 0;
        boolean busy = false;
        List<OrphanClaim> claims = lock(on, query);
        Set<String> living = claims.isEmpty() ? Set.of() : living(on, claims);
        for (OrphanClaim claim : claims) {
            ReleasedRows done =
                    claim.marked() ? giveBack(on, lease.get(), claim, living) : suspect(on, lease.get(), claim, living);
            rows += done.rows();
            if (done.busy().isEmpty()) {
                on.update(Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.END_CLAIM), values(claim.key()));
                ended++;
            } else {
                busy = true;
                Map<String, Object> kept = values(claim.key());
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
    private List<OrphanClaim> lock(OutboxStatementRunner on, OrphanQuery query) throws SQLException {
        for (int look = 0; look < LOOKS; look++) {
            List<ClaimKey> keys = keys(on, query);
            List<OrphanClaim> claims = lock(on, query.owner().value(), keys);
            if (keys.isEmpty() || !claims.isEmpty()) {
                return claims;
            }
        }
        throw new SQLException("others give back claims on outbox table %s all the time"
                .formatted(table.layout().table()));
    }

    private List<ClaimKey> keys(OutboxStatementRunner on, OrphanQuery query) throws SQLException {
        String owner = query.owner().value();
        Template<OrphansPart> template = Template.of(
                MySqlOutboxTemplates.ORPHANS, query.unansweredOnly() ? Set.of(OrphansPart.DOUBTFUL_ONLY) : Set.of());
        return on.rows(
                template,
                Map.of("relay", context.relay(), "owner", owner, "doubtful", query.unanswered()),
                rows -> new ClaimKey(rows.getString("incarnation"), rows.getLong("number")));
    }

    private List<OrphanClaim> lock(OutboxStatementRunner on, String owner, List<ClaimKey> keys) throws SQLException {
        List<OrphanClaim> claims = new ArrayList<>();
        for (ClaimKey key : keys) {
            claims.addAll(on.rows(
                    Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.LOCK_CLAIM),
                    values(key),
                    rows -> new OrphanClaim(
                            key,
                            UtcTimestamps.cut(
                                    rows.getString("claimed"),
                                    table.column(table.layout().markKey()).fraction()),
                            JsonStringArray.read(rows.getString("ids")),
                            !key.incarnation().equals(owner))));
        }
        return claims;
    }

    /** The messages that live owners have recorded are theirs, even if a dead owner's record contains them. */
    private Set<String> living(OutboxStatementRunner on, List<OrphanClaim> claims) throws SQLException {
        Set<ClaimKey> lost = new HashSet<>();
        claims.forEach(claim -> lost.add(claim.key()));
        Set<String> living = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.LIVING_CLAIMS),
                Map.of("relay", context.relay()),
                rows -> !lost.contains(new ClaimKey(rows.getString("incarnation"), rows.getLong("number")))
                        && living.addAll(JsonStringArray.read(rows.getString("ids"))));
        return living;
    }

    private ReleasedRows giveBack(OutboxStatementRunner on, LockedLease lease, OrphanClaim claim, Set<String> living)
            throws SQLException {
        List<String> ids =
                claim.ids().stream().filter(id -> !living.contains(id)).toList();
        Set<String> held = held(on, claim, ids, true);
        Set<String> busy = held(on, claim, ids, false);
        busy.removeAll(held);
        Set<String> convicted = claim.fenced() ? suspect(on, held) : Set.of();
        release(on, held.stream().filter(id -> !convicted.contains(id)).toList(), false);
        release(on, List.copyOf(convicted), true);
        failures.count(on, lease, convicted);
        return new ReleasedRows(claim.fenced() ? held.size() : 0, busy);
    }

    private Set<String> held(OutboxStatementRunner on, OrphanClaim claim, List<String> ids, boolean lock)
            throws SQLException {
        Set<String> wanted = new HashSet<>(ids);
        Set<String> held = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.HELD, lock ? Set.of(HeldPart.LOCK) : Set.of()),
                Map.of("ids", table.ids(ids)),
                rows -> claim.claimed().equals(rows.getString("processed"))
                        && wanted.contains(rows.getString("id"))
                        && held.add(rows.getString("id")));
        return held;
    }

    /** Unmarked rows are already waiting, and another owner may have claimed them since. */
    private ReleasedRows suspect(OutboxStatementRunner on, LockedLease lease, OrphanClaim claim, Set<String> living)
            throws SQLException {
        if (!claim.fenced()) {
            return new ReleasedRows(0, Set.of());
        }
        Set<String> wanted = new HashSet<>(claim.ids());
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
            failures.count(on, lease, free);
        }
        return new ReleasedRows(waiting.size(), Set.of());
    }

    /** @return the messages that were in flight alone when their owner died */
    private Set<String> suspect(OutboxStatementRunner on, Set<String> ids) throws SQLException {
        Set<String> convicted = new HashSet<>();
        Map<String, Object> values = Map.of("relay", context.relay(), "ids", List.copyOf(ids));
        on.rows(
                Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.SUSPECTS),
                values,
                rows -> rows.getBoolean("in_flight")
                        && rows.getInt("level") == 2
                        && convicted.add(rows.getString("id")));
        for (String id : ids) {
            on.update(
                    Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.ADD_SUSPECT),
                    Map.of("relay", context.relay(), "id", id));
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

    private Map<String, Object> values(ClaimKey key) {
        Map<String, Object> values = new HashMap<>();
        values.put("relay", context.relay());
        values.put("incarnation", key.incarnation());
        values.put("number", key.number());
        return values;
    }
}
