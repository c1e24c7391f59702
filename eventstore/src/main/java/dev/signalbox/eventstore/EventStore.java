package dev.signalbox.eventstore;

import java.sql.Connection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A log of events, to which an append can be tied to what had been read before. */
public interface EventStore {
    /** A store whose operations are transactions of their own, each on a connection of this source. */
    static EventStore on(DataSource dataSource) {
        return new DataSourceEventStore(dataSource);
    }

    /**
     * A store whose operations are part of the caller's transaction, to be committed by the caller together with what
     * else it has written. The connection must not be in auto-commit mode, and belongs to the thread that uses it.
     */
    static EventStore in(Connection connection) {
        return new ConnectionEventStore(connection);
    }

    /** Appends all of the events, whatever else is in the log, and answers with their positions. */
    default List<Long> append(List<AppendEvent> events) {
        return appendIf(events, AppendCondition.none());
    }

    /**
     * Appends all of the events if the condition holds, and answers with their positions.
     *
     * @throws LostRaceException if the decision model has changed since it was read; nothing is appended
     * @throws RepeatedCommandException if the idempotency check finds an event; nothing is appended
     */
    List<Long> appendIf(List<AppendEvent> events, AppendCondition condition);

    /**
     * The matching events in the order of their positions, as one moment sees them. They are read as they are asked for;
     * the stream holds a statement and perhaps a connection, and must be closed.
     */
    Stream<StoredEvent> query(Query query);

    /** Folds the matching events into a state, and says what was seen. */
    <S> ProjectionResult<S> project(
            Query query, S initial, BiFunction<? super S, ? super StoredEvent, ? extends S> reducer);

    /** Folds the events of a decision model into a state, and says what was seen. */
    default <S> ProjectionResult<S> project(
            DecisionModel model, S initial, BiFunction<? super S, ? super StoredEvent, ? extends S> reducer) {
        return project(model.query(), initial, reducer);
    }
}
