package dev.signalbox.eventstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

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
}
