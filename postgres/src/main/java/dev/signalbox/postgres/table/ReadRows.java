package dev.signalbox.postgres.table;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads rows: on from the cursor, by their places, or along a shard for a group that was forgotten. */
final class ReadRows {
    /** What one read may bring of payloads; larger ones are read when their rows are handed out. */
    private static final long READ_BYTES = 32L << 20;

    private final FencedStatements statements;
    private final OutboxSettings settings;

    ReadRows(FencedStatements statements, OutboxSettings settings) {
        this.statements = statements;
        this.settings = settings;
    }

    /** Reads on. It begins at the bottom, in a second statement, if too much has happened since the last read. */
    void readOn(TableSql sql, OwnedRows owned, int rows) throws SourceException {
        if (!readOnce(sql, owned, rows)) {
            readOnce(sql, owned, rows);
        }
    }

    private boolean readOnce(TableSql sql, OwnedRows owned, int rows) throws SourceException {
        OwnedRows.Reading reading = owned.beginReading(rows);
        try {
            return owned.read(reading, ask(sql, reading));
        } catch (SourceException | RuntimeException e) {
            owned.readingFailed();
            throw e;
        }
    }

    private ReadAnswer ask(TableSql sql, OwnedRows.Reading reading) throws SourceException {
        Sql statement = statement(sql, reading);
        Map<String, @Nullable Object> values = values(reading);
        return statements.read("read on", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                return ReadAnswer.read(rows, settings.maxPayloadBytes());
            }
        });
    }

    Sql statement(TableSql sql, OwnedRows.Reading reading) {
        Set<String> flags = new HashSet<>();
        if (reading.plan().snapshot() != null) {
            flags.add("late");
        }
        if (settings.holdExhausted()) {
            flags.add("hold_exhausted");
        }
        return sql.get("read", flags);
    }

    Map<String, @Nullable Object> values(OwnedRows.Reading reading) {
        Cursor.Plan plan = reading.plan();
        String snapshot = plan.snapshot();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("snapshot", snapshot);
        values.put("next_xid", snapshot == null ? 0 : Cursor.nextXid(snapshot));
        values.put("furthest", plan.furthest());
        values.put("shards", plan.shares().stream().map(Cursor.Share::shard).toArray(Integer[]::new));
        values.put("after", plan.shares().stream().map(Cursor.Share::after).toArray(Long[]::new));
        values.put("most", plan.shares().stream().map(Cursor.Share::most).toArray(Integer[]::new));
        values.put("inline", inline(plan.rows()));
        values.put("late_inline", inline(Cursor.LATE_OF_ALL));
        values.put("blocked", reading.blocked().toArray(String[]::new));
        return values;
    }

    private long inline(int rows) {
        return Math.min(settings.maxPayloadBytes(), READ_BYTES / Math.max(1, rows));
    }

    /** The content of rows of which only the place is known; those that are not found are gone. */
    Map<RowKey, Row> fetch(TableSql sql, List<RowKey> keys) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("shards", keys.stream().map(RowKey::shard).toArray(Integer[]::new));
        values.put("positions", keys.stream().map(RowKey::position).toArray(Long[]::new));
        values.put("inline", settings.maxPayloadBytes());
        return statements.read("fetch rows", connection -> {
            try (PreparedStatement prepared = sql.get("fetch").prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                Map<RowKey, Row> found = new HashMap<>();
                while (rows.next()) {
                    Row row = ReadAnswer.row(rows, settings.maxPayloadBytes());
                    found.put(row.key(), row);
                }
                return found;
            }
        });
    }

    /** Looks for more of a group that was forgotten. */
    void lookAgain(TableSql sql, OwnedRows owned, OwnedRows.Stretch stretch) throws SourceException {
        List<Row> found = new ArrayList<>();
        try {
            long examinedUpTo = look(sql, stretch, found);
            owned.looked(stretch, found, examinedUpTo);
        } catch (SourceException | RuntimeException e) {
            owned.lookingFailed();
            throw e;
        }
    }

    /** @return how far the stretch was examined */
    private long look(TableSql sql, OwnedRows.Stretch stretch, List<Row> found) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("shard", stretch.lane().shard);
        values.put("group", stretch.group());
        values.put("after", stretch.after());
        values.put("until", stretch.until());
        return statements.read("look for more", connection -> {
            found.clear();
            long last = Long.MAX_VALUE;
            try (PreparedStatement prepared = sql.get("look-again").prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    long position = rows.getLong("position");
                    String id = rows.getString("id");
                    if (id != null) {
                        RowKey key = new RowKey(stretch.lane().shard, position);
                        found.add(new Row(key, id, stretch.group(), held(rows.getLong("size")), null));
                    } else if (rows.getLong("size") >= TableSql.MOST_EXAMINED) {
                        last = position;
                    }
                }
            }
            return last;
        });
    }

    private long held(long size) {
        return size > settings.maxPayloadBytes() ? 0 : size;
    }
}
