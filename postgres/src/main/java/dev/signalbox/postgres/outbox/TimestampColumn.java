package dev.signalbox.postgres.outbox;

import dev.signalbox.core.time.BoundedTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** A timestamp column, with or without a time zone. */
final class TimestampColumn {
    private final int column;
    private final boolean zoned;

    private TimestampColumn(int column, boolean zoned) {
        this.column = column;
        this.zoned = zoned;
    }

    static TimestampColumn of(ResultSet rows, int column) throws SQLException {
        return new TimestampColumn(
                column, "timestamptz".equals(rows.getMetaData().getColumnTypeName(column)));
    }

    // A timestamp without time zone is UTC by contract
    Instant in(ResultSet rows) throws SQLException {
        if (zoned) {
            OffsetDateTime moment = rows.getObject(column, OffsetDateTime.class);
            return moment == null ? Instant.EPOCH : BoundedTime.of(moment.toInstant());
        }
        LocalDateTime moment = rows.getObject(column, LocalDateTime.class);
        return moment == null ? Instant.EPOCH : BoundedTime.of(moment.toInstant(ZoneOffset.UTC));
    }
}
