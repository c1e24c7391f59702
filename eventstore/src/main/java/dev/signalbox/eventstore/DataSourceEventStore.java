package dev.signalbox.eventstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** An event store that uses a new transaction for each operation. */
final class DataSourceEventStore implements EventStore {
    private final DataSource dataSource;

    DataSourceEventStore(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public List<Long> appendIf(List<AppendEvent> events, AppendCondition condition) {
        String attempt = "append " + events.size() + " events";
        List<Long> positions = appendAtOnce(attempt, events, condition);
        if (!positions.isEmpty()) {
            return positions;
        }
        return Transaction.run(
                attempt, dataSource, connection -> new ConnectionEventStore(connection).appendIf(events, condition));
    }

    /** One round trip instead of two, if connections are in auto-commit mode, as they usually are. */
    private List<Long> appendAtOnce(String attempt, List<AppendEvent> events, AppendCondition condition) {
        try (Connection connection = dataSource.getConnection()) {
            AppendOperation append = new AppendOperation(connection, events, condition);
            return connection.getAutoCommit() ? append.lockAndInsert() : List.of();
        } catch (SQLException e) {
            throw new EventStoreException(attempt, e);
        }
    }

    @Override
    public Stream<StoredEvent> query(Query query) {
        try {
            Transaction transaction = Transaction.begin(dataSource);
            try {
                return new ConnectionEventStore(transaction.connection())
                        .query(query)
                        .onClose(() -> Transaction.end(transaction::close));
            } catch (RuntimeException e) {
                Transaction.end(transaction::close);
                throw e;
            }
        } catch (SQLException e) {
            throw new EventStoreException("read events", e);
        }
    }

    @Override
    public <S> ProjectionResult<S> project(
            Query query, S initial, BiFunction<? super S, ? super StoredEvent, ? extends S> reducer) {
        return Transaction.run(
                "read events",
                dataSource,
                connection -> new ConnectionEventStore(connection).project(query, initial, reducer));
    }
}
