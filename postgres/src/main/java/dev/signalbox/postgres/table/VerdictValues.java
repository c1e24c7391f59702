package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.jdbc.Sql;
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

/** Puts verdicts into statements. */
final class VerdictValues {
    private static final int PARKED = -1;

    private final TableSql sql;
    private final Incarnation owner;
    private final String relay;
    private final OwnedRows owned;
    private final boolean byLeaseRow;
    private final List<Long> empty;

    /** @param empty claims of which nothing is left but their record */
    VerdictValues(
            TableSql sql, Incarnation owner, String relay, OwnedRows owned, boolean byLeaseRow, List<Long> empty) {
        this.sql = sql;
        this.owner = owner;
        this.relay = relay;
        this.owned = owned;
        this.byLeaseRow = byLeaseRow;
        this.empty = empty;
    }

    SettleVerdicts.Result write(Connection connection, List<SettleVerdicts.Entry> entries) throws SQLException {
        Map<String, @Nullable Object> values = values(entries);
        return result(connection, statement(values), values);
    }

    Map<String, @Nullable Object> values(List<SettleVerdicts.Entry> entries) {
        List<SettleVerdicts.Entry> completed = with(entries, Verdict.Complete.class::isInstance);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("done_shards", shards(completed));
        values.put("done_positions", positions(completed));
        values.put("done_ids", ids(completed));
        values.put("ended", ended(entries));
        values.put("landed", suspects(with(entries, Verdict.Release.class::isInstance)));
        values.put("cleared", suspects(with(entries, verdict -> !(verdict instanceof Verdict.Release))));
        putFailed(
                values,
                with(entries, verdict -> verdict instanceof Verdict.RetryAt || verdict instanceof Verdict.Park));
        return values;
    }

    private Long[] ended(List<SettleVerdicts.Entry> entries) {
        List<Long> ended = new ArrayList<>(empty);
        ended.addAll(owned.claims()
                .endedBy(entries.stream().map(SettleVerdicts.Entry::message).toList()));
        return ended.toArray(Long[]::new);
    }

    /** Only the parts for which there is something to do. */
    Sql statement(Map<String, @Nullable Object> values) {
        Set<String> flags = new HashSet<>();
        flag(flags, "lease", byLeaseRow);
        flag(flags, "completes", has(values, "done_positions"));
        flag(flags, "fails", has(values, "positions"));
        flag(flags, "ends_claims", byLeaseRow && has(values, "ended"));
        flag(flags, "suspects", byLeaseRow && (has(values, "landed") || has(values, "cleared")));
        return sql.get("settle", flags);
    }

    private static boolean has(Map<String, @Nullable Object> values, String name) {
        return values.get(name) instanceof Object[] array && array.length > 0;
    }

    private static SettleVerdicts.Result result(
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
            return new SettleVerdicts.Result(owned, changed, Set.of());
        }
    }

    /** Those of the rows to be changed that somebody has locked; the others are locked by us from here on. */
    Set<RowKey> busy(Connection connection, List<SettleVerdicts.Entry> entries) throws SQLException {
        List<SettleVerdicts.Entry> changing = with(entries, verdict -> !(verdict instanceof Verdict.Release));
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("shards", shards(changing));
        values.put("positions", positions(changing));
        try (PreparedStatement prepared = sql.get("busy").prepare(connection, values);
                ResultSet rows = prepared.executeQuery()) {
            Set<RowKey> busy = new HashSet<>();
            while (rows.next()) {
                busy.add(new RowKey(rows.getInt("shard"), rows.getLong("position")));
            }
            return busy;
        }
    }

    private static void putFailed(Map<String, @Nullable Object> values, List<SettleVerdicts.Entry> failed) {
        int count = failed.size();
        Integer[] attempts = new Integer[count];
        @Nullable String[] reasons = new @Nullable String[count];
        for (int i = 0; i < count; i++) {
            SettleVerdicts.Entry entry = failed.get(i);
            boolean parked = entry.verdict() instanceof Verdict.Park;
            attempts[i] = parked ? PARKED : entry.message().attempts();
            reasons[i] = reason(entry.verdict());
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

    private String[] suspects(List<SettleVerdicts.Entry> entries) {
        return entries.stream()
                .map(SettleVerdicts.Entry::key)
                .filter(owned::isSuspect)
                .map(RowKey::toString)
                .toArray(String[]::new);
    }

    private static List<SettleVerdicts.Entry> with(
            List<SettleVerdicts.Entry> entries, Predicate<Verdict.Final> wanted) {
        return entries.stream().filter(entry -> wanted.test(entry.verdict())).toList();
    }

    private static Integer[] shards(List<SettleVerdicts.Entry> entries) {
        return entries.stream().map(entry -> entry.key().shard()).toArray(Integer[]::new);
    }

    private static Long[] positions(List<SettleVerdicts.Entry> entries) {
        return entries.stream().map(entry -> entry.key().position()).toArray(Long[]::new);
    }

    private static String[] ids(List<SettleVerdicts.Entry> entries) {
        return entries.stream().map(entry -> entry.message().id()).toArray(String[]::new);
    }

    private static void flag(Set<String> flags, String flag, boolean set) {
        if (set) {
            flags.add(flag);
        }
    }
}
