package dev.signalbox.eventstore;

import java.sql.SQLException;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Hands out a reading's events one by one. */
final class EventStream extends AbstractSpliterator<StoredEvent> {
    private final SnapshotReader snapshotReader;

    private EventStream(SnapshotReader snapshotReader) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        this.snapshotReader = snapshotReader;
    }

    static Stream<StoredEvent> of(SnapshotReader snapshotReader) {
        return StreamSupport.stream(new EventStream(snapshotReader), false).onClose(() -> close(snapshotReader));
    }

    @Override
    public boolean tryAdvance(Consumer<? super StoredEvent> action) {
        try {
            StoredEvent event = snapshotReader.next();
            if (event != null) {
                action.accept(event);
            }
            return event != null;
        } catch (SQLException e) {
            throw new EventStoreException("read events", e);
        }
    }

    private static void close(SnapshotReader snapshotReader) {
        try {
            snapshotReader.close();
        } catch (SQLException e) {
            throw new EventStoreException("end a reading of events", e);
        }
    }
}
