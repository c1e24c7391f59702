package dev.signalbox.eventstore;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** An event store that works in the open transaction of a connection. */
final class ConnectionEventStore implements EventStore {
    private final Connection connection;

    ConnectionEventStore(Connection connection) {
        this.connection = connection;
    }

    @Override
    public List<Long> appendIf(List<AppendEvent> events, AppendCondition condition) {
        AppendOperation append = new AppendOperation(connection, events, condition);
        try {
            requireTransaction();
            return append.run();
        } catch (SQLException e) {
            throw new EventStoreException("append " + events.size() + " events", e);
        }
    }

    @Override
    public Stream<StoredEvent> query(Query query) {
        try {
            requireTransaction();
            return SnapshotReader.of(connection, query).stream();
        } catch (SQLException e) {
            throw new EventStoreException("read events", e);
        }
    }

    @Override
    public <S> ProjectionResult<S> project(
            Query query, S initial, BiFunction<? super S, ? super StoredEvent, ? extends S> reducer) {
        try {
            requireTransaction();
            try (SnapshotReader reader = SnapshotReader.of(connection, query)) {
                S state = initial;
                for (StoredEvent event = reader.next(); event != null; event = reader.next()) {
                    state = reducer.apply(state, event);
                }
                return new ProjectionResult<>(state, reader.cursor());
            }
        } catch (SQLException e) {
            throw new EventStoreException("read events", e);
        }
    }

    private void requireTransaction() throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection is in auto-commit mode: call setAutoCommit(false), and commit when all is written");
        }
    }

    /** Reads the events of one query from one snapshot in batches. */
    static final class SnapshotReader implements AutoCloseable {
        private static final int FETCH_SIZE = 1_000;

        private final PreparedStatement statement;
        private final ResultSet rows;
        private final Cursor cursor;

        private SnapshotReader(PreparedStatement statement, ResultSet rows, Cursor cursor) {
            this.statement = statement;
            this.rows = rows;
            this.cursor = cursor;
        }

        static SnapshotReader of(Connection connection, Query query) throws SQLException {
            SqlClause match = SqlClause.matches(query);
            PreparedStatement statement = StatementBinding.eachTime(
                    connection, EventStoreSql.READ.with(EventStoreSql.Placeholder.QUERY, match), match.values());
            try {
                statement.setFetchSize(FETCH_SIZE);
                ResultSet rows = statement.executeQuery();
                rows.next();
                return new SnapshotReader(statement, rows, cursorOf(rows));
            } catch (SQLException | RuntimeException e) {
                statement.close();
                throw e;
            }
        }

        /** The events not read yet; closing the stream closes this. */
        Stream<StoredEvent> stream() {
            int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
            Spliterator<StoredEvent> events = new AbstractSpliterator<>(Long.MAX_VALUE, traits) {
                @Override
                public boolean tryAdvance(Consumer<? super StoredEvent> action) {
                    try {
                        StoredEvent event = next();
                        if (event != null) {
                            action.accept(event);
                        }
                        return event != null;
                    } catch (SQLException e) {
                        throw new EventStoreException("read events", e);
                    }
                }
            };
            return StreamSupport.stream(events, false).onClose(() -> Transaction.end(this::close));
        }

        /** What the snapshot sees, including events not read yet. */
        Cursor cursor() {
            return cursor;
        }

        /** The next event, or null after the last. */
        @Nullable
        StoredEvent next() throws SQLException {
            return rows.next() ? event(rows) : null;
        }

        @Override
        public void close() throws SQLException {
            statement.close();
        }

        private static Cursor cursorOf(ResultSet row) throws SQLException {
            return new Cursor(row.getLong("data"), row.getString("type"), row.getLong("transaction_id"));
        }

        private static StoredEvent event(ResultSet row) throws SQLException {
            return new StoredEvent(
                    row.getString("type"),
                    tags(row.getArray("tags")),
                    row.getString("data"),
                    row.getLong("transaction_id"),
                    row.getLong("position"),
                    row.getObject("occurred_at", OffsetDateTime.class).toInstant());
        }

        private static List<Tag> tags(Array tags) throws SQLException {
            return Arrays.stream((String[]) tags.getArray()).map(Tag::parse).toList();
        }
    }
}
