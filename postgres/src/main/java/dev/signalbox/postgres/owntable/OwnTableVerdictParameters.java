package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.owntable.OwnTableSql.SettlePart;
import dev.signalbox.postgres.owntable.SettleOwnedRows.KeyedSettlement;
import dev.signalbox.postgres.owntable.SettleOwnedRows.SettledRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Binds verdicts to statements.
 *
 * @param empty claims whose rows are all settled, so that only their record remains
 */
record OwnTableVerdictParameters(
        OwnTableSql sql, Incarnation owner, String relay, OwnTableState owned, boolean byLeaseRow, List<Long> empty) {
    private static final int PARKED = -1;

    SettledRows write(Connection connection, List<KeyedSettlement> settlements) throws SQLException {
        Map<String, @Nullable Object> values = values(settlements);
        return statement(values).query(connection, values, rows -> {
            boolean ours = true;
            Set<RowKey> changed = new HashSet<>();
            while (rows.next()) {
                long position = rows.getLong("position");
                if (rows.wasNull()) {
                    ours = rows.getBoolean("owned");
                } else {
                    changed.add(new RowKey(rows.getInt("shard"), position));
                }
            }
            return new SettledRows(ours, changed, Set.of());
        });
    }

    Map<String, @Nullable Object> values(List<KeyedSettlement> settlements) {
        List<KeyedSettlement> completed = with(settlements, Verdict.Complete.class::isInstance);
        List<KeyedSettlement> failed =
                with(settlements, verdict -> verdict instanceof Verdict.RetryAt || verdict instanceof Verdict.Park);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("done_shards", shards(completed));
        values.put("done_positions", positions(completed));
        values.put("done_ids", texts(completed, it -> it.message().id()));
        values.put("ended", ended(settlements));
        values.put("landed", suspects(with(settlements, Verdict.Release.class::isInstance)));
        values.put("cleared", suspects(with(settlements, verdict -> !(verdict instanceof Verdict.Release))));
        values.put("shards", shards(failed));
        values.put("positions", positions(failed));
        values.put("ids", texts(failed, it -> it.message().id()));
        values.put(
                "attempts",
                failed.stream().map(OwnTableVerdictParameters::attempts).toArray(Integer[]::new));
        values.put("reasons", texts(failed, OwnTableVerdictParameters::reason));
        return values;
    }

    private Long[] ended(List<KeyedSettlement> settlements) {
        List<Long> ended = new ArrayList<>(empty);
        ended.addAll(owned.claims()
                .endedBy(settlements.stream().map(KeyedSettlement::message).toList()));
        return ended.toArray(Long[]::new);
    }

    /** The statement with only the parts that have work. */
    Sql statement(Map<String, @Nullable Object> values) {
        Set<SettlePart> parts = PartSelection.of(SettlePart.class)
                .with(SettlePart.LEASE, byLeaseRow)
                .with(SettlePart.COMPLETES, has(values, "done_positions"))
                .with(SettlePart.FAILS, has(values, "positions"))
                .with(SettlePart.ENDS_CLAIMS, byLeaseRow && has(values, "ended"))
                .with(SettlePart.SUSPECTS, byLeaseRow && (has(values, "landed") || has(values, "cleared")))
                .parts();
        return sql.get(OwnTableSql.SETTLE, parts);
    }

    private static boolean has(Map<String, @Nullable Object> values, String name) {
        return values.get(name) instanceof Object[] array && array.length > 0;
    }

    /** Returns those of the rows to change that other transactions have locked, and locks the rest. */
    Set<RowKey> locked(Connection connection, List<KeyedSettlement> settlements) throws SQLException {
        List<KeyedSettlement> changing = with(settlements, verdict -> !(verdict instanceof Verdict.Release));
        Map<String, Object> values = Map.of("shards", shards(changing), "positions", positions(changing));
        return Set.copyOf(sql.get(OwnTableSql.LOCKED)
                .list(connection, values, row -> new RowKey(row.getInt("shard"), row.getLong("position"))));
    }

    private static int attempts(KeyedSettlement settlement) {
        return settlement.verdict() instanceof Verdict.Park
                ? PARKED
                : settlement.message().attempts();
    }

    private static @Nullable String reason(KeyedSettlement settlement) {
        return switch (settlement.verdict()) {
            case Verdict.RetryAt(long _, String reason) -> StorableText.of(reason);
            case Verdict.Park(String reason) -> StorableText.of(reason);
            case Verdict.Complete(), Verdict.Release() -> null;
        };
    }

    private @Nullable String[] suspects(List<KeyedSettlement> settlements) {
        return texts(
                settlements.stream().filter(it -> owned.isSuspect(it.key())).toList(),
                it -> it.key().toString());
    }

    private static List<KeyedSettlement> with(List<KeyedSettlement> settlements, Predicate<Verdict.Final> wanted) {
        return settlements.stream().filter(it -> wanted.test(it.verdict())).toList();
    }

    private static Integer[] shards(List<KeyedSettlement> settlements) {
        return settlements.stream().map(it -> it.key().shard()).toArray(Integer[]::new);
    }

    private static Long[] positions(List<KeyedSettlement> settlements) {
        return settlements.stream().map(it -> it.key().position()).toArray(Long[]::new);
    }

    private static @Nullable String[] texts(
            List<KeyedSettlement> settlements, Function<KeyedSettlement, @Nullable String> part) {
        return settlements.stream().map(part).toArray(String[]::new);
    }
}
