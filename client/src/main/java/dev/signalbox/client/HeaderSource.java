package dev.signalbox.client;

import java.util.Map;

/**
 * Supplies headers for messages that do not have them, such as the current trace: {@code () -> Map.of("traceparent",
 * tracer.current())}. It is called once for each call of {@code record}, in the caller's thread.
 */
@FunctionalInterface
public interface HeaderSource {
    /** The current headers; empty if there are none. */
    Map<String, String> headers();
}
