package dev.signalbox.core.once;

import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Parked;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.message.Event;
import dev.signalbox.core.message.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * An event that was delivered.
 *
 * @param transaction the number of the transaction that wrote it
 * @param group a hash of what it waits with, so that it can be told whether that is parked
 * @param fingerprint of its content: a database that was restored gives positions a second time, to other events
 */
record NotedEvent(long position, long transaction, int group, int fingerprint) {
    static NotedEvent of(Message message) {
        Event event = eventOf(message);
        SidingKey key = message.group() == null ? SidingKey.of(event.position()) : SidingKey.of(message.group());
        return new NotedEvent(event.position(), event.transaction(), hash(key), fingerprint(message));
    }

    static Event eventOf(Message message) {
        Event event = message.event();
        if (event == null) {
            throw new IllegalArgumentException("message " + message.id() + " is no event of a log");
        }
        return event;
    }

    private static int hash(SidingKey key) {
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

    /** Whether the database surely has it as done, so that it is not claimed again. */
    boolean isDoneIn(Opening.Opened opened) {
        boolean passed = Reach.of(opened.standing().cursor()).contains(position, transaction)
                || opened.standing().ahead().contains(position);
        return passed && opened.parked().stream().noneMatch(this::isOwedBy);
    }

    private boolean isOwedBy(Parked row) {
        return row.stragglers().contains(position)
                || (row.from() <= position
                        && group == hash(row.key())
                        && !row.done().contains(position));
    }
}
