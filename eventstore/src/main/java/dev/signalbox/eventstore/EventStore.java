package dev.signalbox.eventstore;

import java.sql.Connection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A log of events with conditional appends. */
public interface EventStore {
    /** A store that runs each operation in a transaction of its own. */
    static EventStore on(DataSource dataSource) {
        return new DataSourceEventStore(dataSource);
    }

    /**
     * A store that works in the caller's transaction, which the caller commits. The connection must not be in auto-commit
     * mode, and belongs to the thread that uses it.
     */
    static EventStore in(Connection connection) {
        return new ConnectionEventStore(connection);
    }

    /** Appends the events without a condition, and returns their positions. */
    default List<Long> append(List<AppendEvent> events) {
        return appendIf(events, AppendCondition.none());
    }

    /**
     * Appends the events if the condition holds, and returns their positions.
     *
     * @throws LostRaceException if the decision model has changed since it was read; nothing is appended
     * @throws RepeatedCommandException if the idempotency check finds an event; nothing is appended
     */
    List<Long> appendIf(List<AppendEvent> events, AppendCondition condition);

    /**
     * The matching events of one snapshot in the order of their positions. They are fetched as they are consumed; the stream
     * holds a statement and perhaps a connection, and must be closed.
     */
    Stream<StoredEvent> query(Query query);

    /** Folds the matching events into a state, and returns it with the cursor. */
    <S> ProjectionResult<S> project(
            Query query, S initial, BiFunction<? super S, ? super StoredEvent, ? extends S> reducer);

    /** Folds the events of a decision model into a state, and returns it with the cursor. */
    default <S> ProjectionResult<S> project(
            DecisionModel model, S initial, BiFunction<? super S, ? super StoredEvent, ? extends S> reducer) {
        return project(model.query(), initial, reducer);
    }
}
