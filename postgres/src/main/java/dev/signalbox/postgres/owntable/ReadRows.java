package dev.signalbox.postgres.owntable;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.owntable.OwnTableTemplates.ReadPart;
import dev.signalbox.postgres.owntable.OwnTableTemplates.RowStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads rows: onwards from the cursor, by key, or along a shard for rows of a group that were dropped from the buffer. */
final class ReadRows {
    /** The payload limit of one read; larger payloads are read when their rows are handed out. */
    private static final long READ_BYTES = 32L << 20;

    private final FencedStatements statements;
    private final OutboxSettings settings;

    ReadRows(FencedStatements statements, OutboxSettings settings) {
        this.statements = statements;
        this.settings = settings;
    }

    /** Reads on. Restarts from the beginning, in a second statement, after too many transactions since the last read. */
    void readOn(OwnTableSql sql, OwnTableState owned, int rows) throws SourceException {
        if (!readOnce(sql, owned, rows)) {
            readOnce(sql, owned, rows);
        }
    }

    private boolean readOnce(OwnTableSql sql, OwnTableState owned, int rows) throws SourceException {
        OwnTableState.ReadRequest readRequest = owned.beginReading(rows);
        try {
            return owned.read(readRequest, ask(sql, readRequest));
        } catch (SourceException | RuntimeException e) {
            owned.readingFailed();
            throw e;
        }
    }

    private TableReadResult ask(OwnTableSql sql, OwnTableState.ReadRequest readRequest) throws SourceException {
        Sql statement = statement(sql, readRequest);
        Map<String, @Nullable Object> values = values(readRequest);
        return statements.read("read on", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                return TableReadResult.read(rows, settings.maxPayloadBytes());
            }
        });
    }

    Sql statement(OwnTableSql sql, OwnTableState.ReadRequest readRequest) {
        Set<ReadPart> parts = PartSelection.of(ReadPart.class)
                .with(ReadPart.LATE, readRequest.plan().snapshot() != null)
                .with(ReadPart.HOLD_EXHAUSTED, settings.holdExhausted())
                .parts();
        return sql.get(OwnTableTemplates.READ, parts);
    }

    Map<String, @Nullable Object> values(OwnTableState.ReadRequest readRequest) {
        ShardReadPositions.ReadPlan readPlan = readRequest.plan();
        String snapshot = readPlan.snapshot();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("snapshot", snapshot);
        values.put("next_xid", snapshot == null ? 0 : ShardReadPositions.nextXid(snapshot));
        values.put("furthest", readPlan.furthest());
        values.put(
                "shards",
                readPlan.shares().stream()
                        .map(ShardReadPositions.ShardRead::shard)
                        .toArray(Integer[]::new));
        values.put(
                "after",
                readPlan.shares().stream()
                        .map(ShardReadPositions.ShardRead::after)
                        .toArray(Long[]::new));
        values.put(
                "most",
                readPlan.shares().stream()
                        .map(ShardReadPositions.ShardRead::most)
                        .toArray(Integer[]::new));
        values.put("inline", inline(readPlan.rows()));
        values.put("late_inline", inline(ShardReadPositions.LATE_OF_ALL));
        values.put("blocked", readRequest.blocked().toArray(String[]::new));
        return values;
    }

    private long inline(int rows) {
        return Math.min(settings.maxPayloadBytes(), READ_BYTES / Math.max(1, rows));
    }

    /** Reads the content of rows whose key is known; rows that are missing no longer exist. */
    Map<RowKey, OwnTableRow> fetch(OwnTableSql sql, List<RowKey> keys) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("shards", keys.stream().map(RowKey::shard).toArray(Integer[]::new));
        values.put("positions", keys.stream().map(RowKey::position).toArray(Long[]::new));
        values.put("inline", settings.maxPayloadBytes());
        return statements.read("fetch rows", connection -> {
            try (PreparedStatement prepared = sql.get(OwnTableTemplates.ROWS.template(RowStatement.FETCH))
                            .prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                Map<RowKey, OwnTableRow> found = new HashMap<>();
                while (rows.next()) {
                    OwnTableRow ownTableRow = TableReadResult.row(rows, settings.maxPayloadBytes());
                    found.put(ownTableRow.key(), ownTableRow);
                }
                return found;
            }
        });
    }

    /** Searches for more rows of a group that were dropped from the buffer. */
    void lookAgain(OwnTableSql sql, OwnTableState owned, OwnTableState.GroupRange groupRange) throws SourceException {
        List<OwnTableRow> found = new ArrayList<>();
        try {
            long examinedUpTo = look(sql, groupRange, found);
            owned.scanned(groupRange, found, examinedUpTo);
        } catch (SourceException | RuntimeException e) {
            owned.lookingFailed();
            throw e;
        }
    }

    /** @return how far the range was examined */
    private long look(OwnTableSql sql, OwnTableState.GroupRange groupRange, List<OwnTableRow> found)
            throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("shard", groupRange.buffered().shard);
        values.put("group", groupRange.group());
        values.put("after", groupRange.after());
        values.put("until", groupRange.until());
        return statements.read("look for more", connection -> {
            found.clear();
            long last = Long.MAX_VALUE;
            try (PreparedStatement prepared = sql.get(OwnTableTemplates.ROWS.template(RowStatement.LOOK_AGAIN))
                            .prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    long position = rows.getLong("position");
                    String id = rows.getString("id");
                    if (id != null) {
                        RowKey key = new RowKey(groupRange.buffered().shard, position);
                        found.add(new OwnTableRow(key, id, groupRange.group(), held(rows.getLong("size")), null));
                    } else if (rows.getLong("size") >= OwnTableSql.MOST_EXAMINED) {
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
