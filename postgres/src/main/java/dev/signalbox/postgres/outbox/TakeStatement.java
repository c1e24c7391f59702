package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.PassedOver;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the chosen rows in one statement: marks them, or only records that they are held. */
final class TakeStatement {
    private static final int ID = 1;
    private static final int GROUP = 2;
    private static final int TYPE = 3;
    private static final int SIZE = 4;
    private static final int PAYLOAD = 5;
    private static final int ATTEMPTS = 6;
    private static final int CREATED = 7;
    private static final int CLAIMED = 8;
    private static final int LEVEL = 9;
    private static final int HEADERS = 10;

    /** The level of what is no suspect, but has failed before. */
    private static final int FAILED_BEFORE = -1;

    /** The level of what had a note before it was chosen. */
    private static final int NOTED_BEFORE = -2;

    private final OutboxSql sql;
    private final Terms terms;

    TakeStatement(OutboxSql sql, Terms terms) {
        this.sql = sql;
        this.terms = terms;
    }

    Taken run(Connection connection, OutboxStatements.Take wish) throws SQLException {
        Contents contents = terms.owns() ? Contents.of(wish.runs()) : Contents.UNREAD;
        Set<String> flags = flags(wish.runs().stream().anyMatch(Run::offered));
        flags.add(contents.all() ? "read along" : "unread");
        Sql take = sql.get(terms.owns() ? "record" : "claim", flags);
        Map<String, @Nullable Object> values = values(wish.runs());
        values.put("owner", wish.owner().value());
        values.put("relay", terms.relay());
        values.put("max_payload", terms.settings().maxPayloadBytes());
        values.put("number", wish.number());
        values.put("timeout", terms.settings().processingTimeout().toString());
        TakenRows taken = new TakenRows(wish.number());
        try (PreparedStatement statement = take.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            read(rows, taken);
        }
        contents.rows().forEach(taken::add);
        if (!taken.notedBefore().isEmpty()) {
            heedNotes(connection, wish, taken);
        }
        return taken.inOrderOf(wish.runs(), terms.inOrder());
    }

    /** Deals with what may have been published before, and leaves out what is not to be published. */
    private void heedNotes(Connection connection, OutboxStatements.Take wish, TakenRows taken) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", wish.owner().value());
        values.put("relay", terms.relay());
        values.put("ids", taken.notedBefore().toArray(String[]::new));
        values.put("reason", TakenRows.DOUBTFUL);
        int published = 0;
        int givenUp = 0;
        try (PreparedStatement statement = sql.get("noted-before", Set.of()).prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                taken.remove(rows.getString("id"));
                published += rows.getBoolean("published") ? 1 : 0;
                givenUp += rows.getBoolean("given_up") ? 1 : 0;
            }
        }
        taken.passedOver(new PassedOver(published, givenUp));
    }

    /** What was read along when the rows were chosen: of all of them, or nothing. */
    private record Contents(boolean all, List<TakenRows.Row> rows) {
        static final Contents UNREAD = new Contents(false, List.of());

        static Contents of(List<Run> runs) {
            List<TakenRows.Row> rows = new ArrayList<>();
            for (Run run : runs) {
                for (Found row : run.rows()) {
                    if (row.content() == null) {
                        return UNREAD;
                    }
                    rows.add(row.content());
                }
            }
            return new Contents(true, rows);
        }
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

    // Columns by their place: to find each of them by its name in each row is a good part of all the work on a message
    private void read(ResultSet rows, TakenRows taken) throws SQLException {
        RowMoments claimed = RowMoments.of(rows, CLAIMED);
        RowMoments created = RowMoments.of(rows, CREATED);
        while (rows.next()) {
            String id = rows.getString(ID);
            int level = rows.getInt(LEVEL);
            if (id == null) {
                taken.takenAt(claimed.in(rows));
            } else if (level > 0) {
                taken.suspect(id, level, rows.getInt(ATTEMPTS));
            } else if (level == FAILED_BEFORE) {
                taken.failed(id, rows.getInt(ATTEMPTS));
            } else if (level == NOTED_BEFORE) {
                taken.noted(id);
            } else {
                taken.add(row(rows, id, created.in(rows)));
            }
        }
    }

    private TakenRows.Row row(ResultSet rows, String id, Instant created) throws SQLException {
        String type = rows.getString(TYPE);
        return new TakenRows.Row(
                id,
                rows.getString(GROUP),
                type == null ? "" : type,
                TakenRows.payload(rows.getBytes(PAYLOAD), rows.getLong(SIZE)),
                rows.getInt(ATTEMPTS),
                created,
                sql.headers().read(rows, HEADERS));
    }
}
