package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.GroupPrefixes;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operations on an outbox table on MySQL or MariaDB, a few statements each. */
final class MySqlOutboxStatements implements OutboxStatements {
    private final MySqlOutboxSql sql;
    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private final ScanWaitingRows looking;
    private final MySqlGroupPrefixReader reading;
    private final MySqlClaimTransaction claiming;
    private final MySqlSettleTransaction settling;
    private final RecoverOrphans orphans;
    private final RecoverExpired expired;
    private final SweepBatch sweeping;
    private final MySqlFailureRecords mySqlFailureRecords;
    private final MySqlProcessedEvents processedEvents;

    MySqlOutboxStatements(MySqlOutboxSql sql, MySqlOutboxTable table, OutboxContext context) {
        CollationHiddenGroups hiddenGroups = new CollationHiddenGroups();
        KnownRowPositions rowPositions = new KnownRowPositions(table);
        this.sql = sql;
        this.table = table;
        this.context = context;
        this.looking = new ScanWaitingRows(table, context, hiddenGroups, rowPositions);
        this.reading = new MySqlGroupPrefixReader(table, context, hiddenGroups, rowPositions);
        this.claiming = new MySqlClaimTransaction(table, context, reading, rowPositions);
        this.settling = new MySqlSettleTransaction(table, context, rowPositions);
        this.orphans = new RecoverOrphans(table, context);
        this.expired = new RecoverExpired(table, context);
        this.sweeping = new SweepBatch(table, context);
        this.mySqlFailureRecords = new MySqlFailureRecords(table, context);
        this.processedEvents = new MySqlProcessedEvents(table, context);
    }

    private OutboxStatementRunner on(Connection connection) {
        return new OutboxStatementRunner(connection, sql);
    }

    @Override
    public ScanResult scan(Connection connection, ScanQuery wish) throws SQLException {
        return looking.scan(on(connection), wish);
    }

    @Override
    public GroupPrefixes read(Connection connection, ClaimQuery query) throws SQLException {
        return reading.read(on(connection), query);
    }

    @Override
    public ClaimStatementResult claim(Connection connection, RowsToClaim wish) throws SQLException {
        return claiming.run(on(connection), wish);
    }

    @Override
    public Set<String> settle(Connection connection, SettlementBatch batch) throws SQLException {
        return settling.write(on(connection), batch);
    }

    @Override
    public SettleResult settleFree(Connection connection, SettlementBatch batch) throws SQLException {
        return settling.writeFree(on(connection), batch);
    }

    @Override
    public void endClaims(Connection connection, Incarnation owner, List<Long> numbers) throws SQLException {
        settling.end(on(connection), owner, numbers);
    }

    @Override
    public boolean markInFlight(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        OutboxStatementRunner on = on(connection);
        if (LockedLease.lock(on, context, owner).isEmpty()) {
            return false;
        }
        processedEvents.announce(on, ids);
        on.update(
                Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.FLAG_SUSPECTS),
                Map.of("relay", context.relay(), "ids", ids, "in_flight", true));
        return true;
    }

    @Override
    public OrphanResult releaseOrphans(Connection connection, OrphanQuery wish) throws SQLException {
        return orphans.run(on(connection), wish);
    }

    @Override
    public void purgeSuspects(Connection connection, Incarnation owner) throws SQLException {
        OutboxStatementRunner on = on(connection);
        Optional<LockedLease> lease = LockedLease.lock(on, context, owner);
        if (lease.map(LockedLease::failures).orElse(false)) {
            mySqlFailureRecords.purge(on);
        }
        if (lease.map(LockedLease::suspects).orElse(false)) {
            Set<String> over = new HashSet<>(on.rows(
                    Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.ALL_SUSPECTS),
                    Map.of("relay", context.relay()),
                    rows -> rows.getString("id")));
            on.rows(
                            Template.of(MySqlOutboxTemplates.ROWS, RowStatement.UNFINISHED),
                            Map.of("ids", table.ids(over)),
                            rows -> rows.getString("id"))
                    .forEach(over::remove);
            if (!over.isEmpty()) {
                on.update(
                        Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.CLEAR_SUSPECTS),
                        Map.of("relay", context.relay(), "ids", List.copyOf(over)));
            }
        }
    }

    @Override
    public ExpiredResult releaseExpired(Connection connection, Incarnation owner, Set<String> holding)
            throws SQLException {
        return expired.run(on(connection), owner, holding);
    }

    @Override
    public SweepResult sweep(Connection connection, SweepQuery wish) throws SQLException {
        return sweeping.run(on(connection), wish);
    }
}
