package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.jdbc.FastPathFailedException;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.OutboxStatements.ExpiredResult;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.OrphanResult;
import dev.signalbox.jdbc.outbox.OversizedRow;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.jdbc.outbox.UngroupedRowQueue;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecoverExpiredPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecoverOrphansPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RejectPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ScanPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SweepPart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations on an outbox table, one statement each. */
final class PostgresOutboxStatements implements OutboxStatements {
    private final PostgresOutboxSql sql;
    private final OutboxContext context;
    private final PostgresGroupPrefixReader reading;
    private final PostgresClaimStatement claiming;
    private final PostgresSettleStatement settling;
    private volatile String purgedTo = "";

    PostgresOutboxStatements(PostgresOutboxSql sql, OutboxContext context) {
        this.sql = sql;
        this.context = context;
        this.reading = new PostgresGroupPrefixReader(sql, context.settings(), context.owns());
        this.claiming = new PostgresClaimStatement(sql, context);
        this.settling = new PostgresSettleStatement(sql, context);
    }

    @Override
    public ScanResult scan(Connection connection, ScanQuery wish) throws SQLException {
        UngroupedRowQueue.ScanPosition start = wish.start();
        Set<ScanPart> parts = PartSelection.of(ScanPart.class)
                .with(ScanPart.GROUPS, wish.groups() > 0)
                .with(ScanPart.UNGROUPED, wish.ungrouped() > 0)
                .with(ScanPart.BOTH, wish.groups() > 0 && wish.ungrouped() > 0)
                .with(ScanPart.RESUME, wish.resume() != null)
                .with(ScanPart.UNTIL, wish.until() != null)
                .with(ScanPart.BEHIND, start != null)
                .parts();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("resume", wish.resume());
        values.put("until", wish.until());
        values.put("at", start == null ? null : start.at());
        values.put("id", start == null ? null : start.id());
        values.put("max_payload", context.settings().maxPayloadBytes());
        Sql scan = sql.get(
                PostgresOutboxTemplates.SCAN, Map.of("groups", wish.groups(), "ungrouped", wish.ungrouped()), parts);
        List<String> groups = new ArrayList<>();
        List<UngroupedRowQueue.ScannedRow> ungrouped = new ArrayList<>();
        List<OversizedRow> oversized = new ArrayList<>();
        scan.each(connection, values, row -> {
            String id = row.getString("id");
            OversizedColumn column = LimitedColumn.parse(row.getString("finding"));
            if (column != null) {
                for (String place : row.getString("place").split(" ", -1)) {
                    oversized.add(new OversizedRow(null, place, column));
                }
            } else if (id == null) {
                groups.add(row.getString("grp"));
            } else {
                ungrouped.add(new UngroupedRowQueue.ScannedRow(
                        new CandidateRow(id, row.getLong("size")), row.getString("at")));
            }
        });
        // Behind a group that cannot be read the scan continues when its rows have failed
        boolean more = oversized.isEmpty() ? groups.size() == wish.groups() : !groups.isEmpty();
        return new ScanResult(groups, groups.isEmpty() || !more ? null : groups.getLast(), ungrouped, oversized);
    }

    @Override
    public int reject(Connection connection, Incarnation owner, List<OversizedRow> rows) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        values.put("places", rows.stream().map(OversizedRow::place).toArray(String[]::new));
        values.put("reasons", rows.stream().map(row -> row.column().reason()).toArray(String[]::new));
        return sql.get(PostgresOutboxTemplates.REJECT, context.byLeaseRow() ? Set.of(RejectPart.LEASE) : Set.of())
                .one(connection, values, row -> row.getInt("rejected"));
    }

    @Override
    public GroupPrefixes read(Connection connection, ClaimQuery query) throws SQLException {
        return reading.read(connection, query);
    }

    @Override
    public ClaimStatementResult claim(Connection connection, RowsToClaim wish) throws SQLException {
        return claiming.run(connection, wish);
    }

    @Override
    public Set<String> settle(Connection connection, SettlementBatch batch) throws SQLException {
        return settling.write(connection, batch);
    }

    @Override
    public SettleResult settleFree(Connection connection, SettlementBatch batch) throws SQLException {
        return settling.writeFree(connection, batch);
    }

    @Override
    public void endClaims(Connection connection, Incarnation owner, List<Long> numbers) throws SQLException {
        PostgresSideRecords.endClaims(connection, owner, context.relay(), numbers);
    }

    @Override
    public boolean markInFlight(Connection connection, Incarnation owner, List<String> ids, boolean alone)
            throws SQLException {
        if (sql.layout().processedEvents() != null
                && sql.layout().processedEvents().atMostOnce()
                && !recordProcessed(connection, owner, ids)) {
            return false;
        }
        return PostgresSideRecords.marking(context.relay()).mark(connection, owner, ids, alone);
    }

    @Override
    public void endAlone(Connection connection, Incarnation owner, String id) throws SQLException {
        PostgresSideRecords.endAlone(connection, owner, context.relay(), id);
    }

    /** @return false if the owner is fenced */
    private boolean recordProcessed(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        values.put("ids", ids.toArray(String[]::new));
        return sql.get(PostgresOutboxTemplates.RECORD_PROCESSED)
                .query(connection, values, row -> row.next() && row.getBoolean("owned"));
    }

    @Override
    public OrphanResult releaseOrphans(Connection connection, OrphanQuery wish) throws SQLException {
        Sql recover = sql.get(
                PostgresOutboxTemplates.RECOVER_ORPHANS,
                wish.unansweredOnly() ? Set.of(RecoverOrphansPart.UNANSWERED_ONLY) : Set.of());
        Map<String, @Nullable Object> values = values(wish.owner());
        values.put("unanswered", wish.unanswered().toArray(Long[]::new));
        values.put("window", Suspicion.WINDOW.toString());
        return recover.one(
                connection,
                values,
                row -> new OrphanResult(
                        row.getBoolean("owned"), row.getInt("claims"), row.getInt("fenced"), row.getBoolean("busy")));
    }

    @Override
    public void purgeSuspects(Connection connection, Incarnation owner) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        sql.get(PostgresOutboxTemplates.PURGE_SUSPECTS).update(connection, values);
        if (sql.layout().recordsFailuresAside()) {
            // Purges one range of failures; the next call continues after it
            values.put("after", purgedTo);
            purgedTo = sql.get(PostgresOutboxTemplates.PURGE_FAILURES).one(connection, values, row -> {
                String last = row.getString("last");
                return last == null ? "" : last;
            });
        }
    }

    @Override
    public ExpiredResult releaseExpired(Connection connection, Incarnation owner, Set<String> inFlight)
            throws SQLException {
        Sql recover = sql.get(
                PostgresOutboxTemplates.RECOVER_EXPIRED,
                context.byLeaseRow() ? Set.of(RecoverExpiredPart.LEASE) : Set.of());
        Map<String, @Nullable Object> values = values(owner);
        values.put("timeout", context.settings().processingTimeout().toString());
        values.put("in_flight", inFlight.toArray(String[]::new));
        return recover.one(connection, values, row -> new ExpiredResult(row.getInt("released"), row.getInt("touched")));
    }

    @Override
    public SweepResult sweep(Connection connection, SweepQuery wish) throws SQLException {
        if (wish.amongGroups() && sql.layout().isSweptByTime()) {
            // The previous step swept by time, across all groups
            return new SweepResult(0, 0, null, null);
        }
        Map<String, @Nullable Object> values = values(wish.owner());
        values.put("keep", wish.keep().toString());
        values.put("resume", wish.resume());
        Set<SweepPart> parts = PartSelection.of(SweepPart.class)
                .with(SweepPart.LEASE, context.byLeaseRow())
                .with(SweepPart.UNGROUPED, !wish.amongGroups())
                .with(SweepPart.RESUME, wish.resume() != null)
                .parts();
        return context.settings().retention() instanceof Retention.ArchiveAfter archive
                ? archive(connection, ArchiveTable.named(archive), parts, values)
                : sql.get(PostgresOutboxTemplates.SWEEP, parts)
                        .one(connection, values, PostgresOutboxStatements::swept);
    }

    /** Moves a small batch of completed rows to the archive in its own transaction. */
    private SweepResult archive(
            Connection connection, TableName table, Set<SweepPart> parts, Map<String, @Nullable Object> values)
            throws SQLException {
        TableName source = sql.layout().table();
        ArchiveTable archive = PostgresArchiveInspector.inspect(connection, source, table);
        archive.refuse();
        parts.add(SweepPart.ARCHIVE);
        SweepResult step = sql.fill(PostgresOutboxTemplates.SWEEP, archive.names(Quoting.POSTGRESQL), parts)
                .one(connection, values, row -> {
                    archive.expect(row.getInt("deleted"), row.getInt("archived"));
                    return swept(row);
                });
        // The statement's locks prevent changes of the table until the transaction ends, so this inspection is reliable
        if (step.deleted() > 0
                && !PostgresArchiveInspector.inspect(connection, source, table).equals(archive)) {
            throw new FastPathFailedException("the columns of %s or %s have changed".formatted(source, table));
        }
        return step;
    }

    private static SweepResult swept(ResultSet row) throws SQLException {
        return new SweepResult(
                row.getInt("deleted"), row.getInt("picked"), row.getString("last_picked"), row.getString("stopped_at"));
    }

    private Map<String, @Nullable Object> values(Incarnation owner) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", context.relay());
        return values;
    }
}
