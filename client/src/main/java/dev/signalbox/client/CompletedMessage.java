package dev.signalbox.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message with all that it gets when it is recorded.
 *
 * @param id null if the table gives it
 * @param headers those of the message, and those that the application gives to all
 */
record CompletedMessage(@Nullable String id, Message message, Map<String, String> headers) {
    @Nullable
    String correlationId() {
        return headers.get(Message.CORRELATION_ID);
    }
}
