package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.Run;
import dev.signalbox.jdbc.outbox.Taken;
import dev.signalbox.jdbc.outbox.TakenRows;
import dev.signalbox.jdbc.outbox.Terms;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the chosen rows in one statement: marks them, or only records that they are held. */
final class TakeStatement {
    private final OutboxSql sql;
    private final Terms terms;

    TakeStatement(OutboxSql sql, Terms terms) {
        this.sql = sql;
        this.terms = terms;
    }

    Taken run(Connection connection, OutboxStatements.Take wish) throws SQLException {
        boolean offered = wish.runs().stream().anyMatch(Run::offered);
        Sql take = sql.get(terms.owns() ? "record" : "claim", flags(offered));
        Map<String, @Nullable Object> values = values(wish.runs());
        values.put("owner", wish.owner().value());
        values.put("relay", terms.relay());
        values.put("max_payload", terms.settings().maxPayloadBytes());
        values.put("number", wish.number());
        TakenRows taken = new TakenRows(wish.number());
        try (PreparedStatement statement = take.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            read(rows, taken);
        }
        return taken.inOrderOf(wish.runs(), terms.inOrder());
    }

    private static Map<String, @Nullable Object> values(List<Run> runs) {
        List<String> ids = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        List<String> offeredGroups = new ArrayList<>();
        List<Integer> offeredRuns = new ArrayList<>();
        for (int number = 0; number < runs.size(); number++) {
            Run run = runs.get(number);
            for (Found row : run.rows()) {
                ids.add(row.id());
                numbers.add(number);
            }
            if (run.offered() && run.group() != null) {
                offeredGroups.add(run.group());
                offeredRuns.add(number);
            }
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("ids", ids.toArray(String[]::new));
        values.put("runs", numbers.toArray(Integer[]::new));
        values.put("offered_groups", offeredGroups.toArray(String[]::new));
        values.put("offered_runs", offeredRuns.toArray(Integer[]::new));
        return values;
    }

    private Set<String> flags(boolean offered) {
        Set<String> flags = new HashSet<>();
        flags.add(terms.byLeaseRow() ? "lease" : "no lease");
        flags.add(offered ? "offered" : "nothing ahead");
        flags.add(terms.inOrder() ? "in_order" : "in any order");
        flags.add(terms.settings().holdExhausted() ? "hold_exhausted" : "go on after a failure");
        return flags;
    }

    private static void read(ResultSet rows, TakenRows taken) throws SQLException {
        boolean zoned = "timestamptz".equals(rows.getMetaData().getColumnTypeName(rows.findColumn("created")));
        while (rows.next()) {
            String id = rows.getString("id");
            int level = rows.getInt("level");
            if (id == null) {
                taken.takenAt(instant(rows, "claimed", true));
            } else if (level > 0) {
                taken.suspect(id, level, rows.getInt("attempts"));
            } else {
                taken.add(row(rows, id, instant(rows, "created", zoned)));
            }
        }
    }

    private static TakenRows.Row row(ResultSet rows, String id, Instant created) throws SQLException {
        String type = rows.getString("type");
        return new TakenRows.Row(
                id,
                rows.getString("grp"),
                type == null ? "" : type,
                TakenRows.payload(rows.getBytes("payload"), rows.getLong("size")),
                rows.getInt("attempts"),
                created);
    }

    // A timestamp without time zone is UTC by contract
    private static Instant instant(ResultSet rows, String column, boolean zoned) throws SQLException {
        if (zoned) {
            OffsetDateTime moment = rows.getObject(column, OffsetDateTime.class);
            return moment == null ? Instant.EPOCH : moment.toInstant();
        }
        LocalDateTime moment = rows.getObject(column, LocalDateTime.class);
        return moment == null ? Instant.EPOCH : moment.toInstant(ZoneOffset.UTC);
    }
}
