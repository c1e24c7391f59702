package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.Settled;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.Reading;
import dev.signalbox.jdbc.outbox.Taken;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Wish;
import dev.signalbox.jdbc.outbox.Writing;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is done with an outbox table on MySQL or MariaDB, a few statements each. */
final class MySqlStatements implements OutboxStatements {
    private final OutboxSql sql;
    private final MySqlTable table;
    private final Terms terms;
    private final LookForRows looking;
    private final ReadWindows reading;
    private final TakeTransaction taking;
    private final SettleTransaction settling;
    private final RecoverOrphans orphans;
    private final RecoverExpired expired;
    private final SweepBatch sweeping;
    private final Failures failures;
    private final EventNotes notes;

    MySqlStatements(OutboxSql sql, MySqlTable table, Terms terms) {
        Strays strays = new Strays();
        Places places = new Places(table);
        this.sql = sql;
        this.table = table;
        this.terms = terms;
        this.looking = new LookForRows(table, terms, strays, places);
        this.reading = new ReadWindows(table, terms, strays, places);
        this.taking = new TakeTransaction(table, terms, reading, places);
        this.settling = new SettleTransaction(table, terms, places);
        this.orphans = new RecoverOrphans(table, terms);
        this.expired = new RecoverExpired(table, terms);
        this.sweeping = new SweepBatch(table, terms);
        this.failures = new Failures(table, terms);
        this.notes = new EventNotes(table, terms);
    }

    private OnConnection on(Connection connection) {
        return new OnConnection(connection, sql);
    }

    @Override
    public Scanned scan(Connection connection, Scan wish) throws SQLException {
        return looking.scan(on(connection), wish);
    }

    @Override
    public Reading read(Connection connection, Wish wish) throws SQLException {
        return reading.read(on(connection), wish);
    }

    @Override
    public Taken take(Connection connection, Take wish) throws SQLException {
        return taking.run(on(connection), wish);
    }

    @Override
    public Set<String> settle(Connection connection, Writing writing) throws SQLException {
        return settling.write(on(connection), writing);
    }

    @Override
    public Settled settleFree(Connection connection, Writing writing) throws SQLException {
        return settling.writeFree(on(connection), writing);
    }

    @Override
    public void endClaims(Connection connection, Incarnation owner, List<Long> numbers) throws SQLException {
        settling.end(on(connection), owner, numbers);
    }

    @Override
    public boolean markInFlight(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        OnConnection on = on(connection);
        if (Lease.lock(on, terms, owner).isEmpty()) {
            return false;
        }
        notes.announce(on, ids);
        on.update(Template.of("flag-suspects"), Map.of("relay", terms.relay(), "ids", ids, "in_flight", true));
        return true;
    }

    @Override
    public Orphans giveBackOrphans(Connection connection, OrphanWish wish) throws SQLException {
        return orphans.run(on(connection), wish);
    }

    @Override
    public void purgeSuspects(Connection connection, Incarnation owner) throws SQLException {
        OnConnection on = on(connection);
        Optional<Lease> lease = Lease.lock(on, terms, owner);
        if (lease.map(Lease::failures).orElse(false)) {
            failures.purge(on);
        }
        if (lease.map(Lease::suspects).orElse(false)) {
            Set<String> over = new HashSet<>(
                    on.rows(Template.of("all-suspects"), Map.of("relay", terms.relay()), rows -> rows.getString("id")));
            on.rows(Template.of("unfinished"), Map.of("ids", table.ids(over)), rows -> rows.getString("id"))
                    .forEach(over::remove);
            if (!over.isEmpty()) {
                on.update(Template.of("clear-suspects"), Map.of("relay", terms.relay(), "ids", List.copyOf(over)));
            }
        }
    }

    @Override
    public Expired giveBackExpired(Connection connection, Incarnation owner, Set<String> holding) throws SQLException {
        return expired.run(on(connection), owner, holding);
    }

    @Override
    public SweepStep sweep(Connection connection, SweepWish wish) throws SQLException {
        return sweeping.run(on(connection), wish);
    }
}
