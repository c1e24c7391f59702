package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.JsonTexts;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanResult;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimedRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.OrphansPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReleasePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Releases the rows of lost claims, after marking the rows of fenced owners or making suspects of them. */
final class RecoverOrphans {
    private static final int LOOKS = 16;

    private record ClaimKey(String incarnation, long number) {
        static ClaimKey read(ResultSet row) throws SQLException {
            return new ClaimKey(row.getString("incarnation"), row.getLong("number"));
        }
    }

    /** @param claimed the claim time, with the precision of the marks */
    private record OrphanClaim(ClaimKey key, String claimed, List<String> ids, boolean fenced) {
        /** Claims with a negative number did not mark their rows. */
        boolean marked() {
            return key.number() > 0;
        }
    }

    private record ReleasedRows(int rows, Set<String> busy) {}

    /** A suspect as it is recorded. */
    private record SuspectRow(Suspicion suspicion, boolean inFlight, boolean recent) {
        static final SuspectRow FIRST = new SuspectRow(Suspicion.MARKED, false, false);

        static SuspectRow read(ResultSet row) throws SQLException {
            return new SuspectRow(
                    ClaimedRows.suspicion(row.getInt("level"), row.getInt("crashes")),
                    row.getBoolean("in_flight"),
                    row.getBoolean("recent"));
        }

        /** What was in flight at two ends that are not far apart is a suspect. */
        Suspicion afterEnd(int messages) {
            return inFlight && (recent || suspicion.isSuspect()) ? suspicion.afterEnd(messages) : suspicion;
        }
    }

    private final OutboxSession on;
    private final LockedLease lease;

    private RecoverOrphans(OutboxSession on, LockedLease lease) {
        this.on = on;
        this.lease = lease;
    }

    static OrphanResult run(OutboxSession on, OrphanQuery query) throws SQLException {
        Optional<LockedLease> lease = on.lockLease(query.owner());
        return lease.isEmpty() ? new OrphanResult(false, 0, 0, false) : new RecoverOrphans(on, lease.get()).run(query);
    }

    private OrphanResult run(OrphanQuery query) throws SQLException {
        int ended = 0;
        int rows = 0;
        boolean busy = false;
        List<OrphanClaim> claims = lock(query);
        Set<String> living = claims.isEmpty() ? Set.of() : living(claims);
        Map<String, Integer> inFlight = inFlightAtEnd(claims, living);
        for (OrphanClaim claim : claims) {
            int messages = inFlight.getOrDefault(claim.key().incarnation(), 0);
            ReleasedRows done = claim.marked() ? giveBack(claim, living, messages) : suspect(claim, living, messages);
            rows += done.rows();
            Map<String, Object> values = values(claim.key());
            if (done.busy().isEmpty()) {
                on.update(ClaimStatement.END_CLAIM, values);
                ended++;
            } else {
                busy = true;
                values.put("ids", JsonTexts.of(done.busy()));
                on.update(ClaimStatement.KEEP_CLAIM, values);
            }
        }
        return new OrphanResult(true, ended, rows, busy);
    }

    /**
     * Waits for another node that releases the same claims: until then, their rows must not be claimed. Claims that are
     * gone afterwards were released, so it looks for the next ones.
     */
    private List<OrphanClaim> lock(OrphanQuery query) throws SQLException {
        String owner = query.owner().value();
        Sql orphans = on.sql()
                .get(
                        MySqlOutboxTemplates.ORPHANS,
                        query.unansweredOnly() ? Set.of(OrphansPart.UNANSWERED_ONLY) : Set.of());
        for (int look = 0; look < LOOKS; look++) {
            List<ClaimKey> keys = orphans.list(
                    on.connection(),
                    Map.of("relay", on.relay(), "owner", owner, "unanswered", query.unanswered()),
                    ClaimKey::read);
            List<OrphanClaim> claims = lock(owner, keys);
            if (keys.isEmpty() || !claims.isEmpty()) {
                return claims;
            }
        }
        throw new SQLException("others give back claims on outbox table %s all the time"
                .formatted(on.table().layout().table()));
    }

    private List<OrphanClaim> lock(String owner, List<ClaimKey> keys) throws SQLException {
        List<OrphanClaim> claims = new ArrayList<>();
        for (ClaimKey key : keys) {
            on.each(
                    ClaimStatement.LOCK_CLAIM,
                    values(key),
                    row -> claims.add(new OrphanClaim(
                            key,
                            UtcTimestamps.cut(
                                    row.getString("claimed"), on.table().markFraction()),
                            JsonTexts.strings(row.getString("ids")),
                            !key.incarnation().equals(owner))));
        }
        return claims;
    }

    /** The messages that live owners have recorded are theirs, even if a dead owner's record contains them. */
    private Set<String> living(List<OrphanClaim> claims) throws SQLException {
        Set<ClaimKey> lost = new HashSet<>();
        claims.forEach(claim -> lost.add(claim.key()));
        Set<String> living = new HashSet<>();
        on.each(ClaimStatement.LIVING_CLAIMS, Map.of("relay", on.relay()), row -> {
            if (!lost.contains(ClaimKey.read(row))) {
                living.addAll(JsonTexts.strings(row.getString("ids")));
            }
        });
        return living;
    }

    /** How many messages each fenced owner had recorded as in flight. */
    private Map<String, Integer> inFlightAtEnd(List<OrphanClaim> claims, Set<String> living) throws SQLException {
        Map<String, Set<String>> inFlight = new HashMap<>();
        for (OrphanClaim claim : claims) {
            if (claim.fenced()) {
                inFlight.computeIfAbsent(claim.key().incarnation(), _ -> new HashSet<>())
                        .addAll(inFlightAtEnd(claim, living));
            }
        }
        Map<String, Integer> counts = new HashMap<>();
        inFlight.forEach((incarnation, ids) -> counts.put(incarnation, ids.size()));
        return counts;
    }

    /** Without what the owner had released, and another one may have recorded as in flight since. */
    private Set<String> inFlightAtEnd(OrphanClaim claim, Set<String> living) throws SQLException {
        Set<String> inFlight = new HashSet<>();
        suspects(Set.copyOf(claim.ids())).forEach((id, suspect) -> {
            if (suspect.inFlight() && !living.contains(id)) {
                inFlight.add(id);
            }
        });
        if (!inFlight.isEmpty()) {
            inFlight.retainAll(
                    claim.marked()
                            ? stillClaimed(claim, List.copyOf(inFlight), false)
                            : waiting(inFlight, Set.of(ClaimedRowsPart.OWN)));
        }
        return inFlight;
    }

    private Map<String, SuspectRow> suspects(Set<String> ids) throws SQLException {
        Map<String, SuspectRow> suspects = new HashMap<>();
        if (lease.suspects() && !ids.isEmpty()) {
            Map<String, Object> values =
                    Map.of("relay", on.relay(), "ids", List.copyOf(ids), "window", Suspicion.WINDOW.toSeconds());
            on.each(SuspectStatement.SUSPECTS, values, row -> suspects.put(row.getString("id"), SuspectRow.read(row)));
        }
        return suspects;
    }

    private ReleasedRows giveBack(OrphanClaim claim, Set<String> living, int inFlight) throws SQLException {
        List<String> ids =
                claim.ids().stream().filter(id -> !living.contains(id)).toList();
        Set<String> locked = stillClaimed(claim, ids, true);
        Set<String> busy = stillClaimed(claim, ids, false);
        busy.removeAll(locked);
        Set<String> convicted = claim.fenced() ? suspect(locked, inFlight) : Set.of();
        release(locked.stream().filter(id -> !convicted.contains(id)).toList(), false);
        release(List.copyOf(convicted), true);
        MySqlFailureRecords.count(on, lease, convicted);
        return new ReleasedRows(claim.fenced() ? locked.size() : 0, busy);
    }

    private Set<String> stillClaimed(OrphanClaim claim, List<String> ids, boolean lock) throws SQLException {
        Set<String> found = new HashSet<>();
        on.sql()
                .get(MySqlOutboxTemplates.CLAIMED_ROWS, lock ? Set.of(ClaimedRowsPart.LOCK) : Set.of())
                .each(on.connection(), Map.of("ids", on.table().ids(ids)), row -> {
                    if (claim.claimed().equals(row.getString("processed"))) {
                        found.add(row.getString("id"));
                    }
                });
        found.retainAll(ids);
        return found;
    }

    /** Unmarked rows are already waiting, and another owner may have claimed them since. */
    private ReleasedRows suspect(OrphanClaim claim, Set<String> living, int inFlight) throws SQLException {
        if (!claim.fenced()) {
            return new ReleasedRows(0, Set.of());
        }
        Set<String> wanted = new HashSet<>(claim.ids());
        wanted.removeAll(living);
        Set<String> waiting = new HashSet<>(waiting(wanted, Set.of(ClaimedRowsPart.OWN)));
        waiting.retainAll(wanted);
        Set<String> convicted = suspect(waiting, inFlight);
        if (!convicted.isEmpty()) {
            List<String> free = waiting(convicted, Set.of(ClaimedRowsPart.OWN, ClaimedRowsPart.LOCK));
            release(free, true);
            MySqlFailureRecords.count(on, lease, free);
        }
        return new ReleasedRows(waiting.size(), Set.of());
    }

    private List<String> waiting(Set<String> ids, Set<ClaimedRowsPart> parts) throws SQLException {
        return on.ids(
                MySqlOutboxTemplates.CLAIMED_ROWS,
                parts,
                Map.of("ids", on.table().ids(ids)));
    }

    /** @return the messages that were in flight alone when their owner died */
    private Set<String> suspect(Set<String> ids, int inFlight) throws SQLException {
        Set<String> convicted = new HashSet<>();
        Map<String, SuspectRow> suspects = suspects(ids);
        for (String id : ids) {
            SuspectRow suspect = suspects.getOrDefault(id, SuspectRow.FIRST);
            Suspicion suspicion = suspect.afterEnd(inFlight);
            if (suspicion.crashes() > suspect.suspicion().crashes()) {
                convicted.add(id);
            }
            on.update(
                    SuspectStatement.PUT_SUSPECT,
                    Map.of(
                            "relay",
                            on.relay(),
                            "id",
                            id,
                            "level",
                            ClaimedRows.level(suspicion),
                            "crashes",
                            suspicion.crashes()));
        }
        return convicted;
    }

    private void release(List<String> ids, boolean counted) throws SQLException {
        if (!ids.isEmpty()) {
            on.update(
                    MySqlOutboxTemplates.RELEASE,
                    counted ? Set.of(ReleasePart.COUNTED) : Set.of(),
                    Map.of("ids", on.table().ids(ids)));
        }
    }

    private Map<String, Object> values(ClaimKey key) {
        return new HashMap<>(Map.of("relay", on.relay(), "incarnation", key.incarnation(), "number", key.number()));
    }
}
