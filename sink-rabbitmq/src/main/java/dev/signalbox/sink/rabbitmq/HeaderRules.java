package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.diagnostics.LogLineText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What cannot be a header. The broker would close the channel or the connection over it, and everybody's messages with it. */
final class HeaderRules {
    /** RabbitMQ reads these as lists of further routing keys. */
    private static final Set<String> TAKEN = Set.of("CC", "BCC");

    /** All headers are in one frame, whose size a broker limits to this unless it is told otherwise. */
    private static final int MOST_BYTES = 120 << 10;

    private static final int QUOTED = 60;
    private static final int LENGTHS = 6;

    private HeaderRules() {}

    /** Why these cannot be sent; null if they can. */
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
