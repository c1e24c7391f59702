package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Settled;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Writing;
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
final class SettleStatement {
    private final OutboxSql sql;
    private final Terms terms;

    SettleStatement(OutboxSql sql, Terms terms) {
        this.sql = sql;
        this.terms = terms;
    }

    Set<String> write(Connection connection, Writing writing) throws SQLException {
        List<Long> ended = writing.ended();
        List<String> cleared = writing.cleared();
        List<String> landed = writing.landed();
        Verdicts verdicts = Verdicts.of(writing.settlements(), terms.holding());
        Map<String, @Nullable Object> values = verdicts.values();
        values.put("owner", writing.owner().value());
        values.put("relay", terms.relay());
        values.put("ended", ended.toArray(Long[]::new));
        values.put("cleared", cleared.toArray(String[]::new));
        values.put("landed", landed.toArray(String[]::new));
        Set<String> flags = flags(!ended.isEmpty(), !cleared.isEmpty() || !landed.isEmpty());
        flags.addAll(verdicts.flags());
        values.put("expected", writing.settlements().size());
        return recorded(connection, sql.get("settle", flags), values, writing);
    }

    private static Set<String> recorded(
            Connection connection, Sql sql, Map<String, ? extends @Nullable Object> values, Writing writing)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            Set<String> recorded = new HashSet<>();
            while (rows.next()) {
                String id = rows.getString(1);
                if (id != null) {
                    recorded.add(id);
                } else if (rows.getInt(2) == writing.settlements().size()) {
                    recorded.addAll(writing.ids());
                }
            }
            return recorded;
        }
    }

    /** Writes what nobody has locked, in one transaction with finding that out. */
    Settled writeFree(Connection connection, Writing all) throws SQLException {
        Set<String> flags = terms.owns() ? Set.of("own") : Set.of();
        Set<String> busy =
                ids(connection, sql.get("busy", flags), Map.of("ids", all.ids().toArray(String[]::new)));
        Writing free = all.only(id -> !busy.contains(id));
        return new Settled(free.settlements().isEmpty() ? Set.of() : write(connection, free), busy);
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
        if (terms.byLeaseRow()) {
            flags.add("lease");
            if (endsClaims) {
                flags.add("ends_claims");
            }
            if (suspects) {
                flags.add("suspects");
            }
        }
        if (terms.owns()) {
            flags.add("own");
        }
        if (terms.settings().retention() instanceof Retention.DeleteOnCompletion) {
            flags.add("delete_completed");
        }
        return flags;
    }
}
