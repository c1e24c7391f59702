package dev.signalbox.core.log;

import dev.signalbox.core.message.Payload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as it was read from a log.
 *
 * @param xid the transaction that wrote it
 * @param group its ordering key, where the pair has one
 */
public record LogEvent(
        long position, long xid, @Nullable String group, String type, Payload payload, Instant occurredAt) {}
