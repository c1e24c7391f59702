package dev.signalbox.server.web;

import dev.signalbox.platform.event.EventFormat;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The types of the bodies of the event platform. A request without a type is taken as JSON. */
final class JsonContent {
    private static final String PLAIN = "application/json";
    static final String CLOUD_EVENT = "application/cloudevents+json";
    static final String CLOUD_EVENT_BATCH = "application/cloudevents-batch+json";

    private JsonContent() {}

    /** The format of posted events. */
    static EventFormat format(HttpServletRequest request, String cloudEvents) {
        return checked(request, List.of(PLAIN, cloudEvents)).equals(PLAIN)
                ? EventFormat.PLAIN
                : EventFormat.CLOUD_EVENT;
    }

    /** The body of a request that must be JSON. */
    static byte[] read(HttpServletRequest request) {
        checked(request, List.of(PLAIN));
        return BudgetedBody.read(request);
    }

    /** The same if the request has a body; empty if it has none. */
    static Optional<byte[]> readIfAny(HttpServletRequest request) {
        byte[] body = BudgetedBody.read(request);
        if (body.length == 0) {
            return Optional.empty();
        }
        checked(request, List.of(PLAIN));
        return Optional.of(body);
    }

    private static String checked(HttpServletRequest request, List<String> allowed) {
        String coding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            throw ProblemException.unsupportedMediaType(
                    "The header Content-Encoding is not supported: send the body as it is.");
        }
        String type = type(request.getContentType());
        if (!allowed.contains(type)) {
            throw ProblemException.unsupportedMediaType(
                    "The header Content-Type must be " + String.join(" or ", allowed) + ", in UTF-8.");
        }
        return type;
    }

    /** Empty if it is not one, or in another character set than UTF-8. */
    private static String type(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return PLAIN;
        }
        try {
            MediaType type = MediaType.parseMediaType(given);
            boolean utf8 = type.getCharset() == null
                    || type.getCharset().equals(StandardCharsets.UTF_8)
                    || type.getCharset().equals(StandardCharsets.US_ASCII);
            return utf8 ? type.getType() + "/" + type.getSubtype() : "";
        } catch (InvalidMediaTypeException e) {
            return "";
        }
    }

    static ResponseEntity<byte[]> ok(byte[] body) {
        return answer(HttpStatus.OK, body);
    }

    static ResponseEntity<byte[]> answer(HttpStatus status, byte[] body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }

    /** The answer to a request that has created something. */
    static ResponseEntity<byte[]> created(String location, byte[] body) {
        return ResponseEntity.status(HttpStatus.CREATED)
                .header(HttpHeaders.LOCATION, location)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }
}
