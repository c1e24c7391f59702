package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.time.BoundedTime;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.postgres.owntable.OwnTableRow.RowContent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of one read.
 *
 * @param snapshot the snapshot of the read
 * @param at the database's time
 * @param late rows of transactions that ended since the previous snapshot
 * @param ahead rows ahead of the cursor, in order for each shard
 * @param blocked groups of these rows that have a failed row
 * @param unblocked groups that had a failed row and no longer have one
 */
record TableReadResult(
        String snapshot,
        Instant at,
        List<LateRow> late,
        List<OwnTableRow> ahead,
        List<OwnTableRow> blocked,
        List<String> unblocked) {
    /** The column numbers of both statements that return rows: a lookup by name is slow for many rows. */
    private static final int KIND = 1;

    private static final int XID = 2;
    private static final int SHARD = 3;
    private static final int POSITION = 4;
    private static final int ID = 5;
    private static final int GROUP = 6;
    private static final int TYPE = 7;
    private static final int SIZE = 8;
    private static final int PAYLOAD = 9;
    private static final int ATTEMPTS = 10;
    private static final int CREATED_AT = 11;
    private static final int BLOCKED = 12;
    private static final int HEADERS = 13;
    private static final int OVERSIZED = 14;
    private static final int MEMORY = 15;

    private static final HeaderColumns ALL_HEADERS =
            HeaderColumns.of(HeaderSources.NONE.andObject("headers"), _ -> true);

    private static final int HEADER = 0;
    private static final int LATE = 1;
    private static final int UNBLOCKED = 3;

    record LateRow(String xid, OwnTableRow row) {}

    /** @throws SQLException if another server answers than the one that the owner's lease belongs to */
    static TableReadResult read(ResultSet rows, Incarnation owner, long maxPayload) throws SQLException {
        String snapshot = "";
        Instant at = Instant.EPOCH;
        List<LateRow> late = new ArrayList<>();
        List<OwnTableRow> ahead = new ArrayList<>();
        List<OwnTableRow> blocked = new ArrayList<>();
        List<String> unblocked = new ArrayList<>();
        while (rows.next()) {
            switch (rows.getInt(KIND)) {
                case HEADER -> {
                    if (!owner.accepts(rows.getString(TYPE))) {
                        throw new SQLException("another server answers than the one that this node's lease belongs to");
                    }
                    snapshot = rows.getString(XID);
                    at = instant(rows);
                }
                case UNBLOCKED -> unblocked.add(rows.getString(GROUP));
                default -> {
                    OwnTableRow row = row(rows, maxPayload);
                    if (rows.getInt(KIND) == LATE) {
                        late.add(new LateRow(rows.getString(XID), row));
                    } else {
                        ahead.add(row);
                    }
                    if (rows.getBoolean(BLOCKED)) {
                        blocked.add(row);
                    }
                }
            }
        }
        return new TableReadResult(snapshot, at, late, ahead, blocked, unblocked);
    }

    /** A payload above the limit stays in the database; one that the statement did not return is read later. */
    static OwnTableRow row(ResultSet rows, long maxPayload) throws SQLException {
        RowKey key = new RowKey(rows.getInt(SHARD), rows.getLong(POSITION));
        long size = rows.getLong(SIZE);
        byte[] bytes = rows.getBytes(PAYLOAD);
        OversizedColumn oversized = LimitedColumn.parse(rows.getString(OVERSIZED));
        boolean tooLarge = size > maxPayload || oversized != null;
        RowContent content = null;
        if (bytes != null || tooLarge) {
            Payload payload = oversized != null
                    ? Payload.leftBehind(oversized)
                    : tooLarge || bytes == null ? Payload.leftBehind(size) : Payload.of(bytes);
            String type = rows.getString(TYPE);
            content = new RowContent(
                    type == null ? "" : type,
                    payload,
                    rows.getInt(ATTEMPTS),
                    instant(rows),
                    ALL_HEADERS.read(rows, HEADERS));
        }
        return new OwnTableRow(
                key, rows.getString(ID), rows.getString(GROUP), tooLarge ? 0 : size + rows.getLong(MEMORY), content);
    }

    private static Instant instant(ResultSet rows) throws SQLException {
        return BoundedTime.of(rows.getObject(CREATED_AT, OffsetDateTime.class).toInstant());
    }
}
