package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.RelayStatus;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A database's own words for what an operator asks. */
public interface AdminDialect {
    Quoting quoting();

    AdminTemplates templates();

    /**
     * A table whose rows carry their state, as it was found.
     *
     * @param problems what stands in the way of reading it
     * @param names what the names in statements about it stand for; only if there are no problems
     * @param layoutParts the parts that statements about it shall have
     */
    record InspectedTable(List<String> problems, Map<String, String> names, Set<LayoutPart> layoutParts) {
        public InspectedTable {
            problems = List.copyOf(problems);
            names = Map.copyOf(names);
            layoutParts = Set.copyOf(layoutParts);
        }
    }

    /** @param sideSchema whether there are tables of our own, in which failures may be recorded */
    InspectedTable inspect(Connection connection, OutboxLayout layout, boolean sideSchema) throws SQLException;

    /** A moment as this database's statements return it. */
    @Nullable
    Instant moment(ResultSet row, String column) throws SQLException;

    /** Whether a text can be a moment as this database writes it; true also where the database itself will tell. */
    boolean isMoment(String text);

    /**
     * Changes rows, as far as nobody has them locked.
     *
     * @param relay the name under which failures are recorded
     * @return the ids of those that were changed
     */
    List<String> change(
            Connection connection, StatementLookup statementLookup, Change change, String relay, List<String> ids)
            throws SQLException;

    /** What an operator does with messages. */
    enum Change {
        /** Failed messages are delivered again. */
        RETRY,
        /** Failed messages are deleted. */
        DISCARD,
        /** Delivered messages are delivered again. */
        REPLAY
    }

    /** Statements about the table at hand. */
    @FunctionalInterface
    interface StatementLookup {
        Sql get(SqlTemplate<SqlTemplate.NoPart> template);
    }

    /** How many rows the statement would find, as the planner thinks. */
    long estimate(Connection connection, Sql estimate) throws SQLException;

    /** Writes a pause down, unless there is one, and returns the one that is in force. */
    RelayStatus.Pause pause(Connection connection, Map<String, String> values) throws SQLException;

    /** A pause as it is written down. */
    default RelayStatus.Pause pause(ResultSet row) throws SQLException {
        return new RelayStatus.Pause(
                Objects.requireNonNull(moment(row, "paused_at")),
                row.getString("paused_by"),
                row.getString("pause_reason"));
    }

    /** What the table of relays is called. */
    String relays();

    /** Whether a text that an operator gave could not be a value of the column that it was compared with. */
    boolean isNoSuchValue(SQLException failure);

    /** For the rest of the transaction, a table may be read from end to end, but not for longer than this. */
    void allowLongRead(Connection connection, Duration within) throws SQLException;

    /** Whether a statement was ended because it took too long. */
    boolean isOutOfTime(SQLException failure);

    /** Whether a right is missing. */
    boolean isNotAllowed(SQLException failure);

    /** Whether a table is missing. */
    boolean isNotThere(SQLException failure);
}
