package dev.signalbox.eventstore;

import dev.signalbox.eventstore.AppendCondition.Decision;
import dev.signalbox.eventstore.EventStoreSql.Placeholder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One append. Locks and insert go to the server together as two statements, so the second one takes its snapshot after the
 * first has the locks.
 */
final class AppendOperation {
    private static final long FOREIGN = -1;

    private final Connection connection;
    private final List<AppendEvent> events;
    private final AppendCondition condition;

    AppendOperation(Connection connection, List<AppendEvent> events, AppendCondition condition) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("There are no events to append");
        }
        InputValidation.atMost("events in one append", events.size(), Limits.EVENTS);
        InputValidation.atMost(
                "characters of data in one append",
                events.stream().mapToLong(event -> event.data().length()).sum(),
                Limits.APPEND_LENGTH);
        this.connection = connection;
        this.events = List.copyOf(events);
        this.condition = condition;
    }

    /** Appends in the open transaction, and returns the positions of the events in order. */
    List<Long> run() throws SQLException {
        List<Long> positions = lockAndInsert();
        return positions.isEmpty() ? explainOrAppend() : positions;
    }

    /**
     * The usual case. In auto-commit mode both statements form one transaction, because they are sent together. If a proxy
     * splits them, nothing is inserted.
     *
     * @return no positions if nothing was inserted, for whatever reason
     */
    List<Long> lockAndInsert() throws SQLException {
        SqlClause repeated = condition.repetition().map(SqlClause::exists).orElseGet(SqlClause::never);
        if (condition.decision().isPresent()) {
            return insertUnlessChanged(condition.decision().get(), repeated);
        }
        if (condition.repetition().isPresent()) {
            String insert = EventStoreSql.APPEND_ONCE.with(Placeholder.REPEATED, repeated);
            List<Object> values = StatementBinding.values(locks(), rows(), repeated.values());
            return positions(StatementBinding.eachTime(connection, afterLocks(insert), values), true);
        }
        List<Object> values = StatementBinding.values(locks(), rows());
        return positions(StatementBinding.onceForAll(connection, afterLocks(EventStoreSql.APPEND.sql()), values), true);
    }

    private List<Long> insertUnlessChanged(Decision decision, SqlClause repeated) throws SQLException {
        Cursor cursor = decision.cursor();
        SqlClause changed = SqlClause.matches(decision.model()).withHiddenValues();
        String insert = EventStoreSql.APPEND_IF.with(
                Map.of(Placeholder.DECISION_MODEL, changed, Placeholder.REPEATED, repeated.withHiddenValues()));
        List<Object> unseen = List.of(
                cursor.firstUnseen(),
                Long.toString(cursor.reader()),
                cursor.position(),
                cursor.openTransactions().toArray(String[]::new),
                Long.toString(cursor.reader()),
                cursor.position());
        List<Object> values = StatementBinding.values(
                locks(), unseen, rows(), List.of(cursor.firstUnseen()), changed.values(), repeated.values());
        if (cursor.position() == 0) {
            return positions(StatementBinding.eachTime(connection, afterLocks(insert), values), true);
        }
        return positions(StatementBinding.onceForAll(connection, afterLocks(insert + magnitude(cursor)), values), true);
    }

    /** Changes the text, and so the plan, whenever the log has doubled, because the plan for a small table becomes slow. */
    private static String magnitude(Cursor cursor) {
        return "\n-- for a log of up to 2^" + (Long.SIZE - Long.numberOfLeadingZeros(cursor.position())) + " events";
    }

    /** Finds out why nothing was inserted. The locks are held, so the relevant events cannot change any more. */
    private List<Long> explainOrAppend() throws SQLException {
        refuseFixedSnapshot();
        if (condition.repetition().isPresent()) {
            SqlClause match = SqlClause.matches(condition.repetition().get());
            long position = first(EventStoreSql.REPETITION.with(Placeholder.QUERY, match), match.values());
            if (position > 0) {
                throw new RepeatedCommandException(position);
            }
        }
        if (condition.decision().isPresent()) {
            refuseChange(condition.decision().get());
        }
        return positions(StatementBinding.onceForAll(connection, EventStoreSql.APPEND.sql(), rows()), false);
    }

    private void refuseChange(Decision decision) throws SQLException {
        Cursor cursor = decision.cursor();
        SqlClause changed = SqlClause.matches(decision.model());
        List<Object> unseen = List.of(
                cursor.firstUnseen(),
                cursor.firstUnseen(),
                cursor.openTransactions().toArray(String[]::new),
                Long.toString(cursor.reader()),
                cursor.position());
        long position = first(
                EventStoreSql.CONFLICT.with(Placeholder.DECISION_MODEL, changed),
                StatementBinding.values(unseen, changed.values()));
        if (position == FOREIGN) {
            throw LostRaceException.foreign(cursor);
        }
        if (position > 0) {
            throw LostRaceException.against(position, cursor);
        }
    }

    /** A snapshot from before the locks would miss what others have committed since. */
    private void refuseFixedSnapshot() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SHOW transaction_isolation");
                ResultSet row = statement.executeQuery()) {
            row.next();
            String isolation = row.getString(1);
            if (!isolation.startsWith("read ")) {
                throw new IllegalStateException("A conditional append needs READ COMMITTED, but the transaction is "
                        + isolation.toUpperCase(Locale.ROOT)
                        + ": it would not see what others have committed since it began");
            }
        }
    }

    private long first(String sql, List<Object> values) throws SQLException {
        try (PreparedStatement statement = StatementBinding.eachTime(connection, sql, values);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static String afterLocks(String insert) {
        return EventStoreSql.LOCK.sql() + ";\n" + insert;
    }

    private List<Object> locks() {
        LockPlan plan = LockPlan.of(events, condition);
        return List.of(plan.keys(), plan.exclusive());
    }

    private List<Object> rows() {
        return List.of(
                events.stream().map(AppendEvent::type).toArray(String[]::new),
                events.stream().map(event -> arrayLiteral(event.tags())).toArray(String[]::new),
                events.stream().map(AppendEvent::data).toArray(String[]::new));
    }

    /** Tags as a PostgreSQL array literal, because the rows of a nested array must have equal lengths. */
    static String arrayLiteral(List<Tag> tags) {
        return tags.stream()
                .map(tag -> '"' + tag.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static List<Long> positions(PreparedStatement prepared, boolean afterLocks) throws SQLException {
        try (PreparedStatement statement = prepared) {
            statement.execute();
            if (afterLocks) {
                statement.getMoreResults();
            }
            List<Long> positions = new ArrayList<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    positions.add(rows.getLong(1));
                }
            }
            return positions;
        }
    }
}
