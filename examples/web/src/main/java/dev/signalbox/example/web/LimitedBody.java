package dev.signalbox.example.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** Reads a request body up to a size limit. */
public final class LimitedBody {
    static final int MAX_BYTES = 16 * 1024;

    /** A body that is larger than the limit. */
    static final class TooLargeException extends RuntimeException {
        TooLargeException() {
            super("A body has at most " + MAX_BYTES + " bytes.");
        }
    }

    private LimitedBody() {}

    /** Reads a body that is a JSON object. */
    public static JsonFields fields(HttpServletRequest request) throws IOException {
        byte[] bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new TooLargeException();
        }
        return JsonFields.of(bytes);
    }
}
