package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A delivered event, with a hash of its group to check whether that is deferred.
 *
 * @param fingerprint of its content: a restored database assigns positions a second time, to other events
 */
record CheckpointedEvent(long position, long transaction, int group, int fingerprint) {
    static CheckpointedEvent of(Message message) {
        EventMetadata eventMetadata = eventOf(message);
        DeferredGroupKey key = message.group() == null
                ? DeferredGroupKey.of(eventMetadata.position())
                : DeferredGroupKey.of(message.group());
        return new CheckpointedEvent(
                eventMetadata.position(), eventMetadata.transaction(), hash(key), fingerprint(message));
    }

    static EventMetadata eventOf(Message message) {
        EventMetadata eventMetadata = message.event();
        if (eventMetadata == null) {
            throw new IllegalArgumentException("message " + message.id() + " is no event of a log");
        }
        return eventMetadata;
    }

    private static int hash(DeferredGroupKey key) {
        CRC32C crc = new CRC32C();
        if (key.group() == null) {
            crc.update(ByteBuffer.allocate(Long.BYTES).putLong(key.position()).flip());
        } else {
            crc.update(key.group().getBytes(StandardCharsets.UTF_8));
        }
        return (int) crc.getValue();
    }

    private static int fingerprint(Message message) {
        CRC32C crc = new CRC32C();
        crc.update(message.type().getBytes(StandardCharsets.UTF_8));
        crc.update(message.createdAt().toString().getBytes(StandardCharsets.UTF_8));
        crc.update(message.payload().bytes());
        return (int) crc.getValue();
    }

    /** Whether the database surely has recorded it as done, so that it is not claimed again. */
    boolean isDoneIn(OpenResult.Opened opened) {
        boolean passed = ReadPosition.of(opened.feedState().cursor()).contains(position, transaction)
                || opened.feedState().settledBeyondCursor().contains(position);
        return passed && opened.deferredGroups().stream().noneMatch(this::isOwedBy);
    }

    private boolean isOwedBy(DeferredGroupRow row) {
        return row.stragglers().contains(position)
                || (row.from() <= position
                        && group == hash(row.key())
                        && !row.done().contains(position));
    }
}
