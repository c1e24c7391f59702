package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Settled;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.LooseLap;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.Reading;
import dev.signalbox.jdbc.outbox.Taken;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Wish;
import dev.signalbox.jdbc.outbox.Writing;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done with an outbox table, one statement each. */
final class PostgresStatements implements OutboxStatements {
    private final OutboxSql sql;
    private final Terms terms;
    private final ReadRuns reading;
    private final TakeStatement taking;
    private final SettleStatement settling;
    private volatile String purgedTo = "";

    PostgresStatements(OutboxSql sql, Terms terms) {
        this.sql = sql;
        this.terms = terms;
        this.reading = new ReadRuns(sql, terms.settings(), terms.owns());
        this.taking = new TakeStatement(sql, terms);
        this.settling = new SettleStatement(sql, terms);
    }

    @Override
    public Scanned scan(Connection connection, Scan wish) throws SQLException {
        LooseLap.Position start = wish.start();
        Set<String> flags = new HashSet<>();
        flags.add(wish.groups() > 0 ? "groups" : "no groups");
        flags.add(wish.loose() > 0 ? "loose" : "groups only");
        flags.add(wish.groups() > 0 && wish.loose() > 0 ? "both" : "one kind");
        flags.add(wish.resume() != null ? "resume" : "from the start");
        flags.add(start != null ? "behind" : "oldest first");
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("resume", wish.resume());
        values.put("at", start == null ? null : start.at());
        values.put("id", start == null ? null : start.id());
        values.put("max_payload", terms.settings().maxPayloadBytes());
        Sql scan = sql.get("scan", Map.of("groups", wish.groups(), "loose", wish.loose()), flags);
        List<String> groups = new ArrayList<>();
        List<LooseLap.Seen> loose = new ArrayList<>();
        try (PreparedStatement statement = scan.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String id = rows.getString("id");
                if (id == null) {
                    groups.add(rows.getString("grp"));
                } else {
                    loose.add(new LooseLap.Seen(new Found(id, rows.getLong("size")), rows.getString("at")));
                }
            }
        }
        return new Scanned(groups, groups.isEmpty() || groups.size() < wish.groups() ? null : groups.getLast(), loose);
    }

    @Override
    public Reading read(Connection connection, Wish wish) throws SQLException {
        return reading.read(connection, wish);
    }

    @Override
    public Taken take(Connection connection, Take wish) throws SQLException {
        return taking.run(connection, wish);
    }

    @Override
    public Set<String> settle(Connection connection, Writing writing) throws SQLException {
        return settling.write(connection, writing);
    }

    @Override
    public Settled settleFree(Connection connection, Writing writing) throws SQLException {
        return settling.writeFree(connection, writing);
    }

    @Override
    public void endClaims(Connection connection, Incarnation owner, List<Long> numbers) throws SQLException {
        ClaimRecords.end(connection, owner, terms.relay(), numbers);
    }

    @Override
    public boolean markInFlight(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        if (sql.layout().notes() != null && sql.layout().notes().atMostOnce() && !note(connection, owner, ids)) {
            return false;
        }
        return Suspects.marking(terms.relay()).mark(connection, owner, ids);
    }

    /** @return false if the owner is fenced */
    private boolean note(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        values.put("ids", ids.toArray(String[]::new));
        try (PreparedStatement statement = sql.get("note", Set.of()).prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            return row.next() && row.getBoolean("owned");
        }
    }

    @Override
    public Orphans giveBackOrphans(Connection connection, OrphanWish wish) throws SQLException {
        Sql recover = sql.get("recover-orphans", wish.doubtfulOnly() ? Set.of("doubtful_only") : Set.of());
        Map<String, @Nullable Object> values = values(wish.owner());
        values.put("doubtful", wish.doubtful().toArray(Long[]::new));
        try (PreparedStatement statement = recover.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new Orphans(
                    rows.getBoolean("owned"), rows.getInt("claims"), rows.getInt("fenced"), rows.getBoolean("busy"));
        }
    }

    @Override
    public void purgeSuspects(Connection connection, Incarnation owner) throws SQLException {
        try (PreparedStatement statement = sql.get("purge-suspects", Set.of()).prepare(connection, values(owner))) {
            statement.executeUpdate();
        }
        if (sql.layout().recordsFailuresAside()) {
            purgeFailures(connection, owner);
        }
    }

    /** Those of one stretch; the next call goes on behind it. */
    private void purgeFailures(Connection connection, Incarnation owner) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        values.put("after", purgedTo);
        try (PreparedStatement statement = sql.get("purge-failures", Set.of()).prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            String last = row.getString("last");
            purgedTo = last == null ? "" : last;
        }
    }

    @Override
    public Expired giveBackExpired(Connection connection, Incarnation owner, Set<String> holding) throws SQLException {
        Sql recover = sql.get("recover-expired", terms.byLeaseRow() ? Set.of("lease") : Set.of());
        Map<String, @Nullable Object> values = values(owner);
        values.put("timeout", terms.settings().processingTimeout().toString());
        values.put("holding", holding.toArray(String[]::new));
        try (PreparedStatement statement = recover.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new Expired(rows.getInt("released"), rows.getInt("touched"));
        }
    }

    @Override
    public SweepStep sweep(Connection connection, SweepWish wish) throws SQLException {
        if (wish.amongGroups() && sql.layout().states() instanceof OutboxLayout.Moments) {
            // The step before went by the times, whatever the group
            return new SweepStep(0, 0, null, null);
        }
        Map<String, @Nullable Object> values = values(wish.owner());
        values.put("keep", wish.keep().toString());
        values.put("resume", wish.resume());
        Set<String> flags = new HashSet<>();
        flags.add(terms.byLeaseRow() ? "lease" : "no lease");
        flags.add(wish.amongGroups() ? "groups" : "loose");
        flags.add(wish.resume() != null ? "resume" : "from the start");
        return terms.settings().retention() instanceof Retention.ArchiveAfter archive
                ? new ArchiveBatch(sql, Archive.named(archive)).run(connection, flags, values)
                : swept(connection, sql.get("sweep", flags), values, null);
    }

    /** @param archive where rows are to arrive, if they are not just deleted */
    static SweepStep swept(
            Connection connection, Sql sweep, Map<String, @Nullable Object> values, @Nullable Archive archive)
            throws SQLException {
        try (PreparedStatement statement = sweep.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            if (archive != null) {
                archive.expect(rows.getInt("deleted"), rows.getInt("archived"));
            }
            return new SweepStep(
                    rows.getInt("deleted"),
                    rows.getInt("picked"),
                    rows.getString("last_picked"),
                    rows.getString("stopped_at"));
        }
    }

    private Map<String, @Nullable Object> values(Incarnation owner) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", terms.relay());
        return values;
    }
}
