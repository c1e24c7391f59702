package dev.signalbox.sink.webhook;

import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** Reads an answer up to a limit. Its status decides, so an answer whose text breaks off is an answer. */
final class AnswerReader {
    /** More than the text that is kept, so that connections survive answers of a usual size. */
    static final int MAX_BYTES = 64 << 10;

    private static final int LONGEST_RETRY_AFTER = 100;

    private static final int CHUNK = 4 << 10;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private boolean whole;

    private AnswerReader() {}

    /** Reads an answer. The connection of one that is too long, or breaks off, is closed. */
    static Answered read(ClassicHttpResponse response, Exchange exchange) {
        AnswerReader reader = new AnswerReader();
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new Answered(response.getCode(), retryAfter(response), "", false, exchange.duration());
        }
        reader.readBody(entity);
        if (!reader.whole) {
            // Closing the answer would read it to its end.
            exchange.post().cancel();
        }
        String text = reader.bytes.toString(StandardCharsets.UTF_8);
        String kept = beginning(text);
        boolean truncated = !reader.whole || kept.length() < text.length();
        return new Answered(response.getCode(), retryAfter(response), kept, truncated, exchange.duration());
    }

    private void readBody(HttpEntity entity) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = entity.getContent();
            while (bytes.size() <= MAX_BYTES) {
                int read = in.read(chunk);
                if (read < 0) {
                    whole = true;
                    return;
                }
                bytes.write(chunk, 0, read);
            }
        } catch (IOException | IllegalStateException brokeOff) {
            whole = false;
        }
    }

    private static @Nullable String retryAfter(ClassicHttpResponse response) {
        Header header = response.getFirstHeader("Retry-After");
        String value = header == null ? null : header.getValue();
        return value == null || value.length() > LONGEST_RETRY_AFTER ? null : value;
    }

    private static String beginning(String text) {
        if (text.length() <= WebhookResponse.MAX_BODY) {
            return text;
        }
        int end = WebhookResponse.MAX_BODY;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }
}
