package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.owntable.OwnTableSql.ReadPart;
import dev.signalbox.postgres.owntable.OwnTableSql.RowStatement;
import dev.signalbox.postgres.owntable.OwnTableState.GroupRange;
import dev.signalbox.postgres.owntable.OwnTableState.ReadRequest;
import dev.signalbox.postgres.owntable.ShardReadPositions.ReadPlan;
import dev.signalbox.postgres.owntable.ShardReadPositions.ShardRead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads rows: onwards from the cursor, by key, or along a shard for rows of a group that were dropped from the buffer. */
record ReadRows(FencedStatements statements, OutboxSettings settings) {
    /** The payload limit of one read; larger payloads are read when their rows are handed out. */
    private static final long READ_BYTES = 32L << 20;

    /** Reads on. Restarts from the beginning, in a second statement, after too many transactions since the last read. */
    void readOn(Incarnation owner, OwnTableSql sql, OwnTableState owned, int rows) throws SourceException {
        if (!readOnce(owner, sql, owned, rows)) {
            readOnce(owner, sql, owned, rows);
        }
    }

    private boolean readOnce(Incarnation owner, OwnTableSql sql, OwnTableState owned, int rows) throws SourceException {
        ReadRequest request = owned.beginReading(rows);
        try {
            return owned.read(request, ask(owner, sql, request));
        } catch (SourceException | RuntimeException e) {
            owned.readingFailed();
            throw e;
        }
    }

    private TableReadResult ask(Incarnation owner, OwnTableSql sql, ReadRequest request) throws SourceException {
        Sql statement = statement(sql, request);
        Map<String, @Nullable Object> values = values(request);
        return statements.read(
                "read on",
                connection -> statement.query(
                        connection, values, rows -> TableReadResult.read(rows, owner, settings.maxPayloadBytes())));
    }

    Sql statement(OwnTableSql sql, ReadRequest request) {
        Set<ReadPart> parts = PartSelection.of(ReadPart.class)
                .with(ReadPart.LATE, request.plan().snapshot() != null)
                .with(ReadPart.HOLD_EXHAUSTED, settings.holdExhausted())
                .parts();
        return sql.get(OwnTableSql.READ, parts);
    }

    Map<String, @Nullable Object> values(ReadRequest request) {
        ReadPlan plan = request.plan();
        String snapshot = plan.snapshot();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("snapshot", snapshot);
        values.put("next_xid", snapshot == null ? 0 : ShardReadPositions.nextXid(snapshot));
        values.put("furthest", plan.furthest());
        values.put("shards", plan.shares().stream().map(ShardRead::shard).toArray(Integer[]::new));
        values.put("after", plan.shares().stream().map(ShardRead::after).toArray(Long[]::new));
        values.put("most", plan.shares().stream().map(ShardRead::most).toArray(Integer[]::new));
        values.put("inline", inline(plan.rows()));
        values.put("late_inline", inline(ShardReadPositions.LATE_OF_ALL));
        values.put("blocked", request.blocked().toArray(String[]::new));
        return values;
    }

    private long inline(int rows) {
        return Math.min(settings.maxPayloadBytes(), READ_BYTES / Math.max(1, rows));
    }

    /** Reads the content of rows whose key is known; rows that are missing no longer exist. */
    Map<RowKey, OwnTableRow> fetch(OwnTableSql sql, List<RowKey> keys) throws SourceException {
        Map<String, Object> values = Map.of(
                "shards", keys.stream().map(RowKey::shard).toArray(Integer[]::new),
                "positions", keys.stream().map(RowKey::position).toArray(Long[]::new),
                "inline", settings.maxPayloadBytes());
        Sql statement = sql.get(OwnTableSql.ROWS.template(RowStatement.FETCH));
        List<OwnTableRow> found = statements.read(
                "fetch rows",
                connection -> statement.list(
                        connection, values, row -> TableReadResult.row(row, settings.maxPayloadBytes())));
        return found.stream().collect(Collectors.toMap(OwnTableRow::key, row -> row, (row, _) -> row));
    }

    void lookAgain(OwnTableSql sql, OwnTableState owned, GroupRange range) throws SourceException {
        List<OwnTableRow> found = new ArrayList<>();
        try {
            long examinedUpTo = look(sql, range, found);
            owned.scanned(range, found, examinedUpTo);
        } catch (SourceException | RuntimeException e) {
            owned.lookingFailed();
            throw e;
        }
    }

    private long look(OwnTableSql sql, GroupRange range, List<OwnTableRow> found) throws SourceException {
        Map<String, Object> values = Map.of(
                "shard", range.buffered().shard,
                "group", range.group(),
                "after", range.after(),
                "until", range.until());
        Sql statement = sql.get(OwnTableSql.ROWS.template(RowStatement.LOOK_AGAIN));
        return statements.read(
                "look for more",
                connection -> statement.query(connection, values, rows -> {
                    found.clear();
                    long last = Long.MAX_VALUE;
                    while (rows.next()) {
                        long position = rows.getLong("position");
                        long size = rows.getLong("size");
                        String id = rows.getString("id");
                        if (id != null) {
                            RowKey key = new RowKey(range.buffered().shard, position);
                            long inMemory = size > settings.maxPayloadBytes() ? 0 : size + rows.getLong("memory");
                            found.add(new OwnTableRow(key, id, range.group(), inMemory, null));
                        } else if (size >= OwnTableSql.MOST_EXAMINED) {
                            last = position;
                        }
                    }
                    return last;
                }));
    }
}
