package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.BusyPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SettlePart;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records verdicts of all kinds in one statement. */
final class PostgresSettleStatement {
    private final PostgresOutboxSql sql;
    private final OutboxContext context;

    PostgresSettleStatement(PostgresOutboxSql sql, OutboxContext context) {
        this.sql = sql;
        this.context = context;
    }

    Set<String> write(Connection connection, SettlementBatch batch) throws SQLException {
        List<Long> ended = batch.ended();
        List<String> cleared = batch.cleared();
        List<String> landed = batch.landed();
        VerdictParameters verdicts = VerdictParameters.of(batch.settlements(), context.claimMode());
        Map<String, @Nullable Object> values = verdicts.values();
        values.put("owner", batch.owner().value());
        values.put("relay", context.relay());
        values.put("ended", ended.toArray(Long[]::new));
        values.put("cleared", cleared.toArray(String[]::new));
        values.put("landed", landed.toArray(String[]::new));
        Set<SettlePart> parts = parts(verdicts, !ended.isEmpty(), !cleared.isEmpty() || !landed.isEmpty());
        values.put("expected", batch.settlements().size());
        return recorded(connection, sql.get(PostgresOutboxTemplates.SETTLE, parts), values, batch);
    }

    private static Set<String> recorded(
            Connection connection, Sql sql, Map<String, ? extends @Nullable Object> values, SettlementBatch batch)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            Set<String> recorded = new HashSet<>();
            while (rows.next()) {
                String id = rows.getString(1);
                if (id != null) {
                    recorded.add(id);
                } else if (rows.getInt(2) == batch.settlements().size()) {
                    recorded.addAll(batch.ids());
                }
            }
            return recorded;
        }
    }

    /** Writes the verdicts on rows that no other transaction has locked. Checks the locks in the same transaction. */
    SettleResult writeFree(Connection connection, SettlementBatch all) throws SQLException {
        Set<BusyPart> parts = context.owns() ? Set.of(BusyPart.OWN) : Set.of();
        Set<String> busy = ids(
                connection,
                sql.get(PostgresOutboxTemplates.BUSY, parts),
                Map.of("ids", all.ids().toArray(String[]::new)));
        SettlementBatch free = all.only(id -> !busy.contains(id));
        return new SettleResult(free.settlements().isEmpty() ? Set.of() : write(connection, free), busy);
    }

    private static Set<String> ids(Connection connection, Sql sql, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            Set<String> recorded = new HashSet<>();
            while (rows.next()) {
                recorded.add(rows.getString(1));
            }
            return recorded;
        }
    }

    private Set<SettlePart> parts(VerdictParameters verdicts, boolean endsClaims, boolean suspects) {
        boolean completes = !verdicts.completed().isEmpty();
        boolean others = !verdicts.others().isEmpty();
        return PartSelection.of(SettlePart.class)
                .with(SettlePart.COMPLETES, completes)
                .with(SettlePart.OTHERS, others)
                .with(SettlePart.BOTH, completes && others)
                .with(SettlePart.LEASE, context.byLeaseRow())
                .with(SettlePart.ENDS_CLAIMS, context.byLeaseRow() && endsClaims)
                .with(SettlePart.SUSPECTS, context.byLeaseRow() && suspects)
                .with(SettlePart.OWN, context.owns())
                .with(
                        SettlePart.DELETE_COMPLETED,
                        context.settings().retention() instanceof Retention.DeleteOnCompletion)
                .parts();
    }
}
