package dev.signalbox.eventstore;

import java.sql.SQLException;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Hands out a reading's events one by one. */
final class EventStream extends AbstractSpliterator<StoredEvent> {
    private final Reading reading;

    private EventStream(Reading reading) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        this.reading = reading;
    }

    static Stream<StoredEvent> of(Reading reading) {
        return StreamSupport.stream(new EventStream(reading), false).onClose(() -> close(reading));
    }

    @Override
    public boolean tryAdvance(Consumer<? super StoredEvent> action) {
        try {
            StoredEvent event = reading.next();
            if (event != null) {
                action.accept(event);
            }
            return event != null;
        } catch (SQLException e) {
            throw new EventStoreException("read events", e);
        }
    }

    private static void close(Reading reading) {
        try {
            reading.close();
        } catch (SQLException e) {
            throw new EventStoreException("end a reading of events", e);
        }
    }
}
