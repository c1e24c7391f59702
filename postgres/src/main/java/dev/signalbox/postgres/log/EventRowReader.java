package dev.signalbox.postgres.log;

import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.time.BoundedTime;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.LimitedColumn;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/** Reads events from rows by column number from an offset, because a lookup by name is slow for many rows. */
final class EventRowReader {
    private static final int XID = 0;
    private static final int POSITION = 1;
    private static final int TYPE = 2;
    private static final int TAGS = 3;
    private static final int GROUP = 4;
    private static final int SIZE = 5;
    private static final int DATA = 6;
    private static final int OCCURRED_AT = 7;
    private static final int OVERSIZED = 8;
    private static final int HEADERS = 9;

    private EventRowReader() {}

    /** Whether the statement has returned as many bytes of tags and headers as one answer may have, and left this event out. */
    static boolean isLeftOut(ResultSet rows, int first) throws SQLException {
        return rows.getString(first + TYPE) == null;
    }

    /** A payload that the statement did not return is read later. */
    static LogEvent event(ResultSet rows, int first, HeaderColumns headers) throws SQLException {
        byte[] bytes = rows.getBytes(first + DATA);
        OversizedColumn oversized = LimitedColumn.parse(rows.getString(first + OVERSIZED));
        return new LogEvent(
                rows.getLong(first + POSITION),
                rows.getLong(first + XID),
                rows.getString(first + GROUP),
                rows.getString(first + TYPE),
                texts(rows, first + TAGS),
                oversized != null
                        ? Payload.leftBehind(oversized)
                        : bytes == null ? Payload.leftBehind(rows.getLong(first + SIZE)) : Payload.of(bytes),
                time(rows, first + OCCURRED_AT),
                headers.read(rows, first + HEADERS));
    }

    private static Instant time(ResultSet rows, int column) throws SQLException {
        OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
        return time == null ? Instant.EPOCH : BoundedTime.of(time.toInstant());
    }

    static List<String> texts(ResultSet rows, int column) throws SQLException {
        Array array = rows.getArray(column);
        if (array == null) {
            return List.of();
        }
        String[] texts = (String[]) array.getArray();
        return texts.length == 0 ? List.of() : List.of(texts);
    }
}
