package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.OutboxStatements.ExpiredResult;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanResult;
import dev.signalbox.jdbc.outbox.OversizedRow;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
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
    private final ScanWaitingRows scanning;
    private final MySqlGroupPrefixReader reading;
    private final MySqlClaimTransaction claiming;
    private final MySqlSettleTransaction settling;
    private volatile String purgedTo = "";

    MySqlOutboxStatements(MySqlOutboxSql sql, MySqlOutboxTable table, OutboxContext context) {
        CollationHiddenGroups hiddenGroups = new CollationHiddenGroups();
        KnownRowPositions rowPositions = new KnownRowPositions(table);
        this.sql = sql;
        this.table = table;
        this.context = context;
        this.scanning = new ScanWaitingRows(hiddenGroups, rowPositions);
        this.reading = new MySqlGroupPrefixReader(table, context, hiddenGroups, rowPositions);
        this.claiming = new MySqlClaimTransaction(reading, rowPositions);
        this.settling = new MySqlSettleTransaction(rowPositions);
    }

    private OutboxSession on(Connection connection) {
        return new OutboxSession(connection, sql, table, context);
    }

    @Override
    public ScanResult scan(Connection connection, ScanQuery query) throws SQLException {
        return scanning.scan(on(connection), query);
    }

    @Override
    public GroupPrefixes read(Connection connection, ClaimQuery query) throws SQLException {
        return reading.read(on(connection), query);
    }

    @Override
    public ClaimStatementResult claim(Connection connection, RowsToClaim query) throws SQLException {
        return claiming.run(on(connection), query);
    }

    @Override
    public int reject(Connection connection, Incarnation owner, List<OversizedRow> rows) throws SQLException {
        return RejectOversizedRows.run(on(connection), owner, rows);
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
    public boolean markInFlight(Connection connection, Incarnation owner, List<String> ids, boolean alone)
            throws SQLException {
        OutboxSession on = on(connection);
        if (on.lockLease(owner).isEmpty()) {
            return false;
        }
        MySqlProcessedEvents.announce(on, ids);
        on.update(SuspectStatement.FLAG_SUSPECTS, Map.of("relay", on.relay(), "ids", ids, "in_flight", true));
        if (alone) {
            on.update(
                    SuspectStatement.SUSPECT_ALONE,
                    Map.of("relay", on.relay(), "ids", ids, "window", Suspicion.WINDOW.toSeconds()));
        }
        return true;
    }

    @Override
    public void endAlone(Connection connection, Incarnation owner, String id) throws SQLException {
        OutboxSession on = on(connection);
        if (on.lockLease(owner).isPresent()) {
            on.update(SuspectStatement.END_ALONE, Map.of("relay", on.relay(), "id", id));
        }
    }

    @Override
    public OrphanResult releaseOrphans(Connection connection, OrphanQuery query) throws SQLException {
        return RecoverOrphans.run(on(connection), query);
    }

    @Override
    public void purgeSuspects(Connection connection, Incarnation owner) throws SQLException {
        OutboxSession on = on(connection);
        Optional<LockedLease> lease = on.lockLease(owner);
        if (lease.isPresent() && lease.get().failures()) {
            purgedTo = MySqlFailureRecords.purge(on, purgedTo);
        }
        if (lease.isPresent() && lease.get().suspects()) {
            Set<String> over = new HashSet<>(on.ids(SuspectStatement.ALL_SUSPECTS, Map.of("relay", on.relay())));
            on.ids(RowStatement.UNFINISHED, Map.of("ids", table.ids(over))).forEach(over::remove);
            if (!over.isEmpty()) {
                on.update(SuspectStatement.CLEAR_SUSPECTS, Map.of("relay", on.relay(), "ids", List.copyOf(over)));
            }
        }
    }

    @Override
    public ExpiredResult releaseExpired(Connection connection, Incarnation owner, Set<String> inFlight)
            throws SQLException {
        return RecoverExpired.run(on(connection), owner, inFlight);
    }

    @Override
    public SweepResult sweep(Connection connection, SweepQuery query) throws SQLException {
        return SweepBatch.run(on(connection), query);
    }
}
