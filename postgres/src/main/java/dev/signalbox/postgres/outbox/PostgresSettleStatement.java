package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.SettlementBatch;
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
        Set<String> flags = flags(!ended.isEmpty(), !cleared.isEmpty() || !landed.isEmpty());
        flags.addAll(verdictParameters.flags());
        values.put("expected", settlementBatch.settlements().size());
        return recorded(connection, sql.get("settle", flags), values, settlementBatch);
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

    /** Writes what nobody has locked, in one transaction with finding that out. */
    SettleResult writeFree(Connection connection, SettlementBatch all) throws SQLException {
        Set<String> flags = outboxContext.owns() ? Set.of("own") : Set.of();
        Set<String> busy =
                ids(connection, sql.get("busy", flags), Map.of("ids", all.ids().toArray(String[]::new)));
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

    private Set<String> flags(boolean endsClaims, boolean suspects) {
        Set<String> flags = new HashSet<>();
        if (outboxContext.byLeaseRow()) {
            flags.add("lease");
            if (endsClaims) {
                flags.add("ends_claims");
            }
            if (suspects) {
                flags.add("suspects");
            }
        }
        if (outboxContext.owns()) {
            flags.add("own");
        }
        if (outboxContext.settings().retention() instanceof Retention.DeleteOnCompletion) {
            flags.add("delete_completed");
        }
        return flags;
    }
}
