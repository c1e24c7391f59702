package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.BusyPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SettlePart;
import java.sql.Connection;
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
        Set<String> recorded = new HashSet<>();
        sql.get(PostgresOutboxTemplates.SETTLE, parts).each(connection, values, row -> {
            String id = row.getString(1);
            if (id != null) {
                recorded.add(id);
            } else if (row.getInt(2) == batch.settlements().size()) {
                recorded.addAll(batch.ids());
            }
        });
        return recorded;
    }

    /** Writes the verdicts on rows that no other transaction has locked. Checks the locks in the same transaction. */
    SettleResult writeFree(Connection connection, SettlementBatch all) throws SQLException {
        Set<BusyPart> parts = context.owns() ? Set.of(BusyPart.OWN) : Set.of();
        Set<String> busy = new HashSet<>(sql.get(PostgresOutboxTemplates.BUSY, parts)
                .list(connection, Map.of("ids", all.ids().toArray(String[]::new)), row -> row.getString(1)));
        SettlementBatch free = all.only(id -> !busy.contains(id));
        return new SettleResult(free.settlements().isEmpty() ? Set.of() : write(connection, free), busy);
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
