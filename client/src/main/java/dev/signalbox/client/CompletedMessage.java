package dev.signalbox.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message with its id and all its headers.
 *
 * @param id null if the table assigns it
 * @param headers the message's own and the common ones of the application
 */
record CompletedMessage(@Nullable String id, Message message, Map<String, String> headers) {
    @Nullable
    String correlationId() {
        return headers.get(Message.CORRELATION_ID);
    }
}
