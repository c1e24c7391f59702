package dev.signalbox.server.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatusCode;

/** A problem document (RFC 9457) for errors before any handler; it contains no text of the request. */
final class ProblemDocument {
    private ProblemDocument() {}

    static void write(HttpServletResponse response, int status, String detail) throws IOException {
        byte[] body = json(status, detail).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    static String json(int status, String detail) {
        return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\",\"error\":\"%s\"}"
                .formatted(ErrorCode.title(status), status, detail, ErrorCode.of(HttpStatusCode.valueOf(status)));
    }
}
