package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.owntable.OwnTableTemplates.SettlePart;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Binds verdicts to statements. */
final class OwnTableVerdictParameters {
    private static final int PARKED = -1;

    private final OwnTableSql sql;
    private final Incarnation owner;
    private final String relay;
    private final OwnTableState owned;
    private final boolean byLeaseRow;
    private final List<Long> empty;

    /** @param empty claims whose rows are all settled, so that only their record remains */
    OwnTableVerdictParameters(
            OwnTableSql sql,
            Incarnation owner,
            String relay,
            OwnTableState owned,
            boolean byLeaseRow,
            List<Long> empty) {
        this.sql = sql;
        this.owner = owner;
        this.relay = relay;
        this.owned = owned;
        this.byLeaseRow = byLeaseRow;
        this.empty = empty;
    }

    SettleOwnedRows.SettledRows write(Connection connection, List<SettleOwnedRows.KeyedSettlement> keyedSettlements)
            throws SQLException {
        Map<String, @Nullable Object> values = values(keyedSettlements);
        return result(connection, statement(values), values);
    }

    Map<String, @Nullable Object> values(List<SettleOwnedRows.KeyedSettlement> keyedSettlements) {
        List<SettleOwnedRows.KeyedSettlement> completed = with(keyedSettlements, Verdict.Complete.class::isInstance);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("done_shards", shards(completed));
        values.put("done_positions", positions(completed));
        values.put("done_ids", ids(completed));
        values.put("ended", ended(keyedSettlements));
        values.put("landed", suspects(with(keyedSettlements, Verdict.Release.class::isInstance)));
        values.put("cleared", suspects(with(keyedSettlements, verdict -> !(verdict instanceof Verdict.Release))));
        putFailed(
                values,
                with(
                        keyedSettlements,
                        verdict -> verdict instanceof Verdict.RetryAt || verdict instanceof Verdict.Park));
        return values;
    }

    private Long[] ended(List<SettleOwnedRows.KeyedSettlement> keyedSettlements) {
        List<Long> ended = new ArrayList<>(empty);
        ended.addAll(owned.claims()
                .endedBy(keyedSettlements.stream()
                        .map(SettleOwnedRows.KeyedSettlement::message)
                        .toList()));
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
        return sql.get(OwnTableTemplates.SETTLE, parts);
    }

    private static boolean has(Map<String, @Nullable Object> values, String name) {
        return values.get(name) instanceof Object[] array && array.length > 0;
    }

    private static SettleOwnedRows.SettledRows result(
            Connection connection, Sql statement, Map<String, @Nullable Object> values) throws SQLException {
        try (PreparedStatement prepared = statement.prepare(connection, values);
                ResultSet rows = prepared.executeQuery()) {
            boolean owned = true;
            Set<RowKey> changed = new HashSet<>();
            while (rows.next()) {
                long position = rows.getLong("position");
                if (rows.wasNull()) {
                    owned = rows.getBoolean("owned");
                } else {
                    changed.add(new RowKey(rows.getInt("shard"), position));
                }
            }
            return new SettleOwnedRows.SettledRows(owned, changed, Set.of());
        }
    }

    /** Returns those of the rows to change that other transactions have locked, and locks the rest. */
    Set<RowKey> busy(Connection connection, List<SettleOwnedRows.KeyedSettlement> keyedSettlements)
            throws SQLException {
        List<SettleOwnedRows.KeyedSettlement> changing =
                with(keyedSettlements, verdict -> !(verdict instanceof Verdict.Release));
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("shards", shards(changing));
        values.put("positions", positions(changing));
        try (PreparedStatement prepared = sql.get(OwnTableTemplates.BUSY).prepare(connection, values);
                ResultSet rows = prepared.executeQuery()) {
            Set<RowKey> busy = new HashSet<>();
            while (rows.next()) {
                busy.add(new RowKey(rows.getInt("shard"), rows.getLong("position")));
            }
            return busy;
        }
    }

    private static void putFailed(Map<String, @Nullable Object> values, List<SettleOwnedRows.KeyedSettlement> failed) {
        int count = failed.size();
        Integer[] attempts = new Integer[count];
        @Nullable String[] reasons = new @Nullable String[count];
        for (int i = 0; i < count; i++) {
            SettleOwnedRows.KeyedSettlement keyedSettlement = failed.get(i);
            boolean parked = keyedSettlement.verdict() instanceof Verdict.Park;
            attempts[i] = parked ? PARKED : keyedSettlement.message().attempts();
            reasons[i] = reason(keyedSettlement.verdict());
        }
        values.put("shards", shards(failed));
        values.put("positions", positions(failed));
        values.put("ids", ids(failed));
        values.put("attempts", attempts);
        values.put("reasons", reasons);
    }

    private static @Nullable String reason(Verdict.Final verdict) {
        return switch (verdict) {
            case Verdict.RetryAt(long _, String reason) -> StorableText.of(reason);
            case Verdict.Park(String reason) -> StorableText.of(reason);
            case Verdict.Complete(), Verdict.Release() -> null;
        };
    }

    private String[] suspects(List<SettleOwnedRows.KeyedSettlement> keyedSettlements) {
        return keyedSettlements.stream()
                .map(SettleOwnedRows.KeyedSettlement::key)
                .filter(owned::isSuspect)
                .map(RowKey::toString)
                .toArray(String[]::new);
    }

    private static List<SettleOwnedRows.KeyedSettlement> with(
            List<SettleOwnedRows.KeyedSettlement> keyedSettlements, Predicate<Verdict.Final> wanted) {
        return keyedSettlements.stream()
                .filter(keyedSettlement -> wanted.test(keyedSettlement.verdict()))
                .toList();
    }

    private static Integer[] shards(List<SettleOwnedRows.KeyedSettlement> keyedSettlements) {
        return keyedSettlements.stream()
                .map(keyedSettlement -> keyedSettlement.key().shard())
                .toArray(Integer[]::new);
    }

    private static Long[] positions(List<SettleOwnedRows.KeyedSettlement> keyedSettlements) {
        return keyedSettlements.stream()
                .map(keyedSettlement -> keyedSettlement.key().position())
                .toArray(Long[]::new);
    }

    private static String[] ids(List<SettleOwnedRows.KeyedSettlement> keyedSettlements) {
        return keyedSettlements.stream()
                .map(keyedSettlement -> keyedSettlement.message().id())
                .toArray(String[]::new);
    }
}
