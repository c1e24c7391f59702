package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The database-specific part of administration. */
public interface AdminDialect {
    Quoting quoting();

    AdminTemplates templates();

    /**
     * The inspected table, whose rows carry their state.
     *
     * @param problems what prevents reading the table
     * @param names substitutes the names in statements about the table; only if there are no problems
     * @param layoutParts the parts of statements about the table
     */
    record InspectedTable(List<String> problems, Map<String, String> names, Set<LayoutPart> layoutParts) {
        public InspectedTable {
            problems = List.copyOf(problems);
            names = Map.copyOf(names);
            layoutParts = Set.copyOf(layoutParts);
        }

        /** A statement about the table, with additional names. */
        public <P extends Enum<P>> Sql sql(SqlTemplate<P> template, Map<String, String> more, Set<P> parts) {
            Map<String, String> all = new HashMap<>(names);
            all.putAll(more);
            return template.fill(all, parts, layoutParts);
        }
    }

    /** @param sideSchema whether the side schema exists, which can record failures */
    InspectedTable inspect(Connection connection, OutboxLayout layout, boolean sideSchema) throws SQLException;

    /** Parses a timestamp as this database's statements return it. */
    @Nullable
    Instant moment(ResultSet row, String column) throws SQLException;

    /** Whether a text can be a timestamp of this database; also true if only the database can decide. */
    boolean isMoment(String text);

    /**
     * Changes the rows that are not locked.
     *
     * @param relay the name under which failures are recorded
     * @return the ids of the changed rows
     */
    List<String> change(Connection connection, InspectedTable table, Change change, String relay, List<String> ids)
            throws SQLException;

    /** What an operator does with messages. */
    enum Change {
        /** Deliver failed messages again. */
        RETRY,
        /** Delete failed messages. */
        DISCARD,
        /** Deliver delivered messages again. */
        REPLAY
    }

    /** The planner's estimate of how many rows the statement finds. */
    long estimate(Connection connection, Sql estimate) throws SQLException;

    /** Records a pause unless one is in force, and returns the one in force. */
    RelayStatus.Pause pause(Connection connection, Map<String, String> values) throws SQLException;

    /** Reads a recorded pause. */
    default RelayStatus.Pause pause(ResultSet row) throws SQLException {
        return new RelayStatus.Pause(
                Objects.requireNonNull(moment(row, "paused_at")),
                row.getString("paused_by"),
                row.getString("pause_reason"));
    }

    String relays();

    /** What a failure of a statement means to an operator. */
    enum FailureKind {
        /** The operator's text is no valid value of the column it is compared with. */
        NO_SUCH_VALUE,
        OUT_OF_TIME,
        NOT_ALLOWED,
        TABLE_MISSING,
        OTHER
    }

    FailureKind kindOf(SQLException failure);

    /** Allows full table scans for the rest of the transaction, limited to this duration. */
    void allowLongRead(Connection connection, Duration within) throws SQLException;
}
