package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.GroupPrefixes;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.jdbc.outbox.UngroupedRowQueue;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecoverExpiredPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecoverOrphansPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ScanPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SweepPart;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
                .with(ScanPart.LOOSE, wish.ungrouped() > 0)
                .with(ScanPart.BOTH, wish.groups() > 0 && wish.ungrouped() > 0)
                .with(ScanPart.RESUME, wish.resume() != null)
                .with(ScanPart.BEHIND, start != null)
                .parts();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("resume", wish.resume());
        values.put("at", start == null ? null : start.at());
        values.put("id", start == null ? null : start.id());
        values.put("max_payload", context.settings().maxPayloadBytes());
        Sql scan = sql.get(
                PostgresOutboxTemplates.SCAN, Map.of("groups", wish.groups(), "loose", wish.ungrouped()), parts);
        List<String> groups = new ArrayList<>();
        List<UngroupedRowQueue.ScannedRow> loose = new ArrayList<>();
        try (PreparedStatement statement = scan.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String id = rows.getString("id");
                if (id == null) {
                    groups.add(rows.getString("grp"));
                } else {
                    loose.add(new UngroupedRowQueue.ScannedRow(
                            new CandidateRow(id, rows.getLong("size")), rows.getString("at")));
                }
            }
        }
        return new ScanResult(
                groups, groups.isEmpty() || groups.size() < wish.groups() ? null : groups.getLast(), loose);
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
        PostgresClaimRecords.end(connection, owner, context.relay(), numbers);
    }

    @Override
    public boolean markInFlight(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        if (sql.layout().processedEvents() != null
                && sql.layout().processedEvents().atMostOnce()
                && !recordProcessed(connection, owner, ids)) {
            return false;
        }
        return PostgresSuspects.marking(context.relay()).mark(connection, owner, ids);
    }

    /** @return false if the owner is fenced */
    private boolean recordProcessed(Connection connection, Incarnation owner, List<String> ids) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        values.put("ids", ids.toArray(String[]::new));
        try (PreparedStatement statement = sql.get(PostgresOutboxTemplates.NOTE).prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            return row.next() && row.getBoolean("owned");
        }
    }

    @Override
    public OrphanResult releaseOrphans(Connection connection, OrphanQuery wish) throws SQLException {
        Sql recover = sql.get(
                PostgresOutboxTemplates.RECOVER_ORPHANS,
                wish.unansweredOnly() ? Set.of(RecoverOrphansPart.DOUBTFUL_ONLY) : Set.of());
        Map<String, @Nullable Object> values = values(wish.owner());
        values.put("doubtful", wish.unanswered().toArray(Long[]::new));
        try (PreparedStatement statement = recover.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new OrphanResult(
                    rows.getBoolean("owned"), rows.getInt("claims"), rows.getInt("fenced"), rows.getBoolean("busy"));
        }
    }

    @Override
    public void purgeSuspects(Connection connection, Incarnation owner) throws SQLException {
        try (PreparedStatement statement =
                sql.get(PostgresOutboxTemplates.PURGE_SUSPECTS).prepare(connection, values(owner))) {
            statement.executeUpdate();
        }
        if (sql.layout().recordsFailuresAside()) {
            purgeFailures(connection, owner);
        }
    }

    /** Purges one range of failures; the next call continues after it. */
    private void purgeFailures(Connection connection, Incarnation owner) throws SQLException {
        Map<String, @Nullable Object> values = values(owner);
        values.put("after", purgedTo);
        try (PreparedStatement statement =
                        sql.get(PostgresOutboxTemplates.PURGE_FAILURES).prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            String last = row.getString("last");
            purgedTo = last == null ? "" : last;
        }
    }

    @Override
    public ExpiredResult releaseExpired(Connection connection, Incarnation owner, Set<String> holding)
            throws SQLException {
        Sql recover = sql.get(
                PostgresOutboxTemplates.RECOVER_EXPIRED,
                context.byLeaseRow() ? Set.of(RecoverExpiredPart.LEASE) : Set.of());
        Map<String, @Nullable Object> values = values(owner);
        values.put("timeout", context.settings().processingTimeout().toString());
        values.put("holding", holding.toArray(String[]::new));
        try (PreparedStatement statement = recover.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new ExpiredResult(rows.getInt("released"), rows.getInt("touched"));
        }
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
                .with(SweepPart.LOOSE, !wish.amongGroups())
                .with(SweepPart.RESUME, wish.resume() != null)
                .parts();
        return context.settings().retention() instanceof Retention.ArchiveAfter archive
                ? new ArchiveBatch(sql, ArchiveTable.named(archive)).run(connection, parts, values)
                : swept(connection, sql.get(PostgresOutboxTemplates.SWEEP, parts), values, null);
    }

    /** @param archiveTable the table to move rows to; null to delete them */
    static SweepResult swept(
            Connection connection, Sql sweep, Map<String, @Nullable Object> values, @Nullable ArchiveTable archiveTable)
            throws SQLException {
        try (PreparedStatement statement = sweep.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            if (archiveTable != null) {
                archiveTable.expect(rows.getInt("deleted"), rows.getInt("archived"));
            }
            return new SweepResult(
                    rows.getInt("deleted"),
                    rows.getInt("picked"),
                    rows.getString("last_picked"),
                    rows.getString("stopped_at"));
        }
    }

    private Map<String, @Nullable Object> values(Incarnation owner) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", context.relay());
        return values;
    }
}
