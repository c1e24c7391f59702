package dev.signalbox.platform.postgres.database;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.time.BoundedTime;
import dev.signalbox.platform.json.JsonText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Reads and binds values that JDBC has no type for. */
public final class RowValues {
    private RowValues() {}

    public static Tsid id(ResultSet row, String column) throws SQLException {
        return Tsid.from(row.getLong(column));
    }

    public static @Nullable Tsid optionalId(ResultSet row, String column) throws SQLException {
        Long number = row.getObject(column, Long.class);
        return number == null ? null : Tsid.from(number);
    }

    public static Instant time(ResultSet row, String column) throws SQLException {
        return BoundedTime.of(row.getObject(column, OffsetDateTime.class).toInstant());
    }

    public static @Nullable Instant optionalTime(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : BoundedTime.of(time.toInstant());
    }

    public static @Nullable JsonText json(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : new JsonText(text);
    }

    public static @Nullable Integer optionalInt(ResultSet row, String column) throws SQLException {
        return row.getObject(column, Integer.class);
    }

    /** Null stays null, as the driver wants it. */
    public static @Nullable Long number(@Nullable Tsid id) {
        return id == null ? null : id.toLong();
    }

    public static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
