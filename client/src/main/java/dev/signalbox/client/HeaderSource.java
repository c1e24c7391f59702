package dev.signalbox.client;

import java.util.Map;

/**
 * Says which headers each message gets that does not have them itself, such as the current trace:
 * {@code () -> Map.of("traceparent", tracer.current())}. It is asked once for each call of {@code record}, in the
 * caller's thread.
 */
@FunctionalInterface
public interface HeaderSource {
    /** The headers at this moment; empty if there are none. */
    Map<String, String> headers();
}
