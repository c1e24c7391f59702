package dev.signalbox.example.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** The body of a request, which has a limit. */
public final class LimitedBody {
    static final int MOST_BYTES = 16 * 1024;

    /** A body that is larger than the limit. */
    static final class TooLargeException extends RuntimeException {
        TooLargeException() {
            super("A body has at most " + MOST_BYTES + " bytes.");
        }
    }

    private LimitedBody() {}

    /** Reads a body that is a JSON object. */
    public static JsonFields fields(HttpServletRequest request) throws IOException {
        byte[] bytes = request.getInputStream().readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new TooLargeException();
        }
        return JsonFields.of(bytes);
    }
}
