package dev.signalbox.server.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;

/** A problem document (RFC 9457) for errors before any handler; it contains no text of the request. */
public final class ProblemDocument {
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
                .formatted(title(status), status, detail, code(HttpStatusCode.valueOf(status)));
    }

    /** The code in the {@code error} member, for programs; people read the detail. */
    static String code(HttpStatusCode status) {
        return switch (status.value()) {
            case 400 -> "bad_request";
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 406 -> "not_acceptable";
            case 408 -> "timeout";
            case 409 -> "conflict";
            case 411 -> "length_required";
            case 413 -> "too_large";
            case 415 -> "unsupported_media_type";
            case 421 -> "misdirected_request";
            case 422 -> "invalid";
            case 503 -> "unavailable";
            default -> status.is4xxClientError() ? "client_error" : "internal_error";
        };
    }

    /** What is known of a request that no controller has seen. */
    private static String detail(int status) {
        return switch (status) {
            case 400 -> "The request is not valid HTTP.";
            case 408 -> "The request came too slowly.";
            default -> "The request could not be answered.";
        };
    }

    private static String title(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return known == null
                ? "Error"
                : known.name().charAt(0)
                        + known.name().substring(1).replace('_', ' ').toLowerCase(Locale.ROOT);
    }

    /** Answers requests that Tomcat itself rejects, such as malformed ones, with a problem document. */
    public static final class Valve extends ErrorReportValve {
        private static final System.Logger LOG = System.getLogger(Valve.class.getName());

        @Override
        protected void report(Request request, Response response, Throwable throwable) {
            int status = response.getStatus();
            if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            try {
                response.setContentType("application/problem+json");
                response.setCharacterEncoding("UTF-8");
                var writer = response.getReporter();
                if (writer != null) {
                    writer.write(json(status, detail(status)));
                    response.finishResponse();
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "the client did not wait for its error", e);
            }
        }
    }
}
