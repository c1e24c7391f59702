package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanWish;
import dev.signalbox.jdbc.outbox.OutboxStatements.Orphans;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gives back what lost claims held, after making suspects of what fenced owners held. */
final class RecoverOrphans {
    private static final int LOOKS = 16;

    private record Key(String incarnation, long number) {}

    /** @param claimed when, as the rows say it if they were marked */
    private record Claim(Key key, String claimed, List<String> ids, boolean fenced) {
        /** Claims with a number below zero did not mark their rows. */
        boolean marked() {
            return key.number() > 0;
        }
    }

    private record GivenBack(int rows, Set<String> busy) {}

    private final MySqlTable table;
    private final Terms terms;
    private final Failures failures;

    RecoverOrphans(MySqlTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
        this.failures = new Failures(table, terms);
    }

    Orphans run(OnConnection on, OrphanWish wish) throws SQLException {
        Optional<Lease> lease = Lease.lock(on, terms, wish.owner());
        if (lease.isEmpty()) {
            return new Orphans(false, 0, 0, false);
        }
        int ended = 0;
        int rows = 0;
        boolean busy = false;
        List<Claim> claims = lock(on, wish);
        Set<String> living = claims.isEmpty() ? Set.of() : living(on, claims);
        for (Claim claim : claims) {
            GivenBack done =
                    claim.marked() ? giveBack(on, lease.get(), claim, living) : suspect(on, lease.get(), claim, living);
            rows += done.rows();
            if (done.busy().isEmpty()) {
                on.update(Template.of("end-claim"), values(claim.key()));
                ended++;
            } else {
                busy = true;
                Map<String, Object> kept = values(claim.key());
                kept.put("ids", JsonTexts.write(done.busy()));
                on.update(Template.of("keep-claim"), kept);
            }
        }
        return new Orphans(true, ended, rows, busy);
    }

    /**
     * Waits for whoever gives back the same claims: until they are given back, nobody may claim what they were about. What is
     * gone then has been given back, so the next ones are looked for.
     */
    private List<Claim> lock(OnConnection on, OrphanWish wish) throws SQLException {
        for (int look = 0; look < LOOKS; look++) {
            List<Key> keys = keys(on, wish);
            List<Claim> claims = lock(on, wish.owner().value(), keys);
            if (keys.isEmpty() || !claims.isEmpty()) {
                return claims;
            }
        }
        throw new SQLException("others give back claims on outbox table %s all the time"
                .formatted(table.layout().table()));
    }

    private List<Key> keys(OnConnection on, OrphanWish wish) throws SQLException {
        String owner = wish.owner().value();
        Template template = wish.doubtfulOnly() ? Template.of("orphans", "doubtful_only") : Template.of("orphans");
        return on.rows(
                template,
                Map.of("relay", terms.relay(), "owner", owner, "doubtful", wish.doubtful()),
                rows -> new Key(rows.getString("incarnation"), rows.getLong("number")));
    }

    private List<Claim> lock(OnConnection on, String owner, List<Key> keys) throws SQLException {
        List<Claim> claims = new ArrayList<>();
        for (Key key : keys) {
            claims.addAll(on.rows(
                    Template.of("lock-claim"),
                    values(key),
                    rows -> new Claim(
                            key,
                            Moments.cut(
                                    rows.getString("claimed"),
                                    table.column(table.layout().markKey()).fraction()),
                            JsonTexts.read(rows.getString("ids")),
                            !key.incarnation().equals(owner))));
        }
        return claims;
    }

    /** What living owners have recorded is theirs, whatever a dead one's record says. */
    private Set<String> living(OnConnection on, List<Claim> claims) throws SQLException {
        Set<Key> lost = new HashSet<>();
        claims.forEach(claim -> lost.add(claim.key()));
        Set<String> living = new HashSet<>();
        on.rows(
                Template.of("living-claims"),
                Map.of("relay", terms.relay()),
                rows -> !lost.contains(new Key(rows.getString("incarnation"), rows.getLong("number")))
                        && living.addAll(JsonTexts.read(rows.getString("ids"))));
        return living;
    }

    private GivenBack giveBack(OnConnection on, Lease lease, Claim claim, Set<String> living) throws SQLException {
        List<String> ids =
                claim.ids().stream().filter(id -> !living.contains(id)).toList();
        Set<String> held = held(on, claim, ids, true);
        Set<String> busy = held(on, claim, ids, false);
        busy.removeAll(held);
        Set<String> convicted = claim.fenced() ? suspect(on, held) : Set.of();
        release(on, held.stream().filter(id -> !convicted.contains(id)).toList(), false);
        release(on, List.copyOf(convicted), true);
        failures.count(on, lease, convicted);
        return new GivenBack(claim.fenced() ? held.size() : 0, busy);
    }

    private Set<String> held(OnConnection on, Claim claim, List<String> ids, boolean lock) throws SQLException {
        Set<String> wanted = new HashSet<>(ids);
        Set<String> held = new HashSet<>();
        on.rows(
                lock ? Template.of("held", "lock") : Template.of("held"),
                Map.of("ids", table.ids(ids)),
                rows -> claim.claimed().equals(rows.getString("processed"))
                        && wanted.contains(rows.getString("id"))
                        && held.add(rows.getString("id")));
        return held;
    }

    /** What was not marked waits already, and may have been taken by somebody else since. */
    private GivenBack suspect(OnConnection on, Lease lease, Claim claim, Set<String> living) throws SQLException {
        if (!claim.fenced()) {
            return new GivenBack(0, Set.of());
        }
        Set<String> wanted = new HashSet<>(claim.ids());
        wanted.removeAll(living);
        Set<String> waiting = new HashSet<>(
                on.rows(Template.of("held", "own"), Map.of("ids", table.ids(wanted)), rows -> rows.getString("id")));
        waiting.retainAll(wanted);
        Set<String> convicted = suspect(on, waiting);
        if (!convicted.isEmpty()) {
            List<String> free = on.rows(
                    Template.of("held", "own", "lock"),
                    Map.of("ids", table.ids(convicted)),
                    rows -> rows.getString("id"));
            release(on, free, true);
            failures.count(on, lease, free);
        }
        return new GivenBack(waiting.size(), Set.of());
    }

    /** @return those that were in flight with nothing else when their owner died */
    private Set<String> suspect(OnConnection on, Set<String> ids) throws SQLException {
        Set<String> convicted = new HashSet<>();
        Map<String, Object> values = Map.of("relay", terms.relay(), "ids", List.copyOf(ids));
        on.rows(
                Template.of("suspects"),
                values,
                rows -> rows.getBoolean("in_flight")
                        && rows.getInt("level") == 2
                        && convicted.add(rows.getString("id")));
        for (String id : ids) {
            on.update(Template.of("add-suspect"), Map.of("relay", terms.relay(), "id", id));
        }
        return convicted;
    }

    private void release(OnConnection on, List<String> ids, boolean counted) throws SQLException {
        if (!ids.isEmpty()) {
            on.update(
                    counted ? Template.of("release", "counted") : Template.of("release"),
                    Map.of("ids", table.ids(ids)));
        }
    }

    private Map<String, Object> values(Key key) {
        Map<String, Object> values = new HashMap<>();
        values.put("relay", terms.relay());
        values.put("incarnation", key.incarnation());
        values.put("number", key.number());
        return values;
    }
}
