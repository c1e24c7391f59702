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
    private final OutboxContext outboxContext;

    PostgresSettleStatement(PostgresOutboxSql sql, OutboxContext outboxContext) {
        this.sql = sql;
        this.outboxContext = outboxContext;
    }

    Set<String> write(Connection connection, SettlementBatch settlementBatch) throws SQLException {
        List<Long> ended = settlementBatch.ended();
        List<String> cleared = settlementBatch.cleared();
        List<String> landed = settlementBatch.landed();
        VerdictParameters verdictParameters =
                VerdictParameters.of(settlementBatch.settlements(), outboxContext.claimMode());
        Map<String, @Nullable Object> values = verdictParameters.values();
        values.put("owner", settlementBatch.owner().value());
        values.put("relay", outboxContext.relay());
        values.put("ended", ended.toArray(Long[]::new));
        values.put("cleared", cleared.toArray(String[]::new));
        values.put("landed", landed.toArray(String[]::new));
        Set<SettlePart> parts = parts(verdictParameters, !ended.isEmpty(), !cleared.isEmpty() || !landed.isEmpty());
        values.put("expected", settlementBatch.settlements().size());
        return recorded(connection, sql.get(PostgresOutboxTemplates.SETTLE, parts), values, settlementBatch);
    }

    private static Set<String> recorded(
            Connection connection,
            Sql sql,
            Map<String, ? extends @Nullable Object> values,
            SettlementBatch settlementBatch)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            Set<String> recorded = new HashSet<>();
            while (rows.next()) {
                String id = rows.getString(1);
                if (id != null) {
                    recorded.add(id);
                } else if (rows.getInt(2) == settlementBatch.settlements().size()) {
                    recorded.addAll(settlementBatch.ids());
                }
            }
            return recorded;
        }
    }

    /** Writes the verdicts on rows that no other transaction has locked. Checks the locks in the same transaction. */
    SettleResult writeFree(Connection connection, SettlementBatch all) throws SQLException {
        Set<BusyPart> parts = outboxContext.owns() ? Set.of(BusyPart.OWN) : Set.of();
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

    private Set<SettlePart> parts(VerdictParameters verdictParameters, boolean endsClaims, boolean suspects) {
        boolean completes = !verdictParameters.completed().isEmpty();
        boolean others = !verdictParameters.others().isEmpty();
        return PartSelection.of(SettlePart.class)
                .with(SettlePart.COMPLETES, completes)
                .with(SettlePart.OTHERS, others)
                .with(SettlePart.BOTH, completes && others)
                .with(SettlePart.LEASE, outboxContext.byLeaseRow())
                .with(SettlePart.ENDS_CLAIMS, outboxContext.byLeaseRow() && endsClaims)
                .with(SettlePart.SUSPECTS, outboxContext.byLeaseRow() && suspects)
                .with(SettlePart.OWN, outboxContext.owns())
                .with(
                        SettlePart.DELETE_COMPLETED,
                        outboxContext.settings().retention() instanceof Retention.DeleteOnCompletion)
                .parts();
    }
}
