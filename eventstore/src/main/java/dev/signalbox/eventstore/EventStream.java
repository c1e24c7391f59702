package dev.signalbox.eventstore;

import java.sql.SQLException;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A stream over the events of a {@link SnapshotReader}. */
final class EventStream extends AbstractSpliterator<StoredEvent> {
    private final SnapshotReader reader;

    private EventStream(SnapshotReader reader) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        this.reader = reader;
    }

    static Stream<StoredEvent> of(SnapshotReader reader) {
        return StreamSupport.stream(new EventStream(reader), false).onClose(() -> close(reader));
    }

    @Override
    public boolean tryAdvance(Consumer<? super StoredEvent> action) {
        try {
            StoredEvent event = reader.next();
            if (event != null) {
                action.accept(event);
            }
            return event != null;
        } catch (SQLException e) {
            throw new EventStoreException("read events", e);
        }
    }

    private static void close(SnapshotReader reader) {
        try {
            reader.close();
        } catch (SQLException e) {
            throw new EventStoreException("stop reading events", e);
        }
    }
}
