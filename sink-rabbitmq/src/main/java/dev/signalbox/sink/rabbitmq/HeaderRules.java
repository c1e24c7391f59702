package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.diagnostics.LogLineText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rejects headers over which the broker would close the channel or the connection, and so fail other messages too. */
final class HeaderRules {
    /** RabbitMQ reads these as lists of additional routing keys. */
    private static final Set<String> TAKEN = Set.of("CC", "BCC");

    /** All headers are in one frame, and this is the broker's default limit for its size. */
    private static final int MOST_BYTES = 120 << 10;

    private static final int QUOTED = 60;
    private static final int LENGTHS = 6;

    private HeaderRules() {}

    /** Why these headers cannot be sent; null if they can. */
    static @Nullable String fault(Map<String, Object> headers) {
        long bytes = 0;
        for (Map.Entry<String, Object> header : headers.entrySet()) {
            String name = header.getKey();
            if (TAKEN.contains(name)) {
                return "the header " + name + " means something of its own to RabbitMQ and cannot be sent";
            }
            if (!Shortstr.fits(name)) {
                return "the header " + LogLineText.beginning(name, QUOTED) + " has a name of " + Shortstr.bytes(name)
                        + " bytes: at most " + Shortstr.LONGEST + " are allowed";
            }
            bytes += LENGTHS + Shortstr.bytes(name) + size(header.getValue());
        }
        return bytes <= MOST_BYTES
                ? null
                : "the headers have " + bytes + " bytes together: at most " + MOST_BYTES + " are allowed";
    }

    private static long size(Object value) {
        return switch (value) {
            case String text -> Shortstr.bytes(text);
            case List<?> list ->
                list.stream().mapToLong(item -> LENGTHS + size(item)).sum();
            default -> Long.BYTES;
        };
    }
}
