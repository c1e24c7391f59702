package dev.signalbox.server.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** A request that fails, with its problem document. */
final class ProblemException extends RuntimeException {
    private static final int LONGEST_SHOWN = 100;

    private final HttpStatus status;
    private final transient Map<String, Object> properties;

    private ProblemException(HttpStatus status, String detail, Map<String, Object> properties) {
        super(detail);
        this.status = status;
        this.properties = properties;
    }

    static ProblemException badParameter(String parameter, String value, String allowed) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("parameter", parameter);
        properties.put("value", shown(value));
        properties.put("allowed", allowed);
        String detail = "%s: '%s' is not allowed; allowed is %s".formatted(parameter, shown(value), allowed);
        return new ProblemException(HttpStatus.BAD_REQUEST, detail, properties);
    }

    /** All problems of a request, each with its parameter, value and what is allowed. */
    static ProblemException badParameters(List<ProblemException> all) {
        String detail = all.stream().map(ProblemException::getMessage).collect(Collectors.joining("; "));
        Map<String, Object> properties = new LinkedHashMap<>(all.getFirst().properties);
        properties.put("errors", all.stream().map(each -> each.properties).toList());
        return new ProblemException(HttpStatus.BAD_REQUEST, detail, properties);
    }

    static ProblemException notFound(String detail) {
        return new ProblemException(HttpStatus.NOT_FOUND, detail, Map.of());
    }

    static ProblemException noSuch(String what, String name) {
        return notFound("There is no %s '%s'.".formatted(what, shown(name)));
    }

    static ProblemException conflict(String detail) {
        return new ProblemException(HttpStatus.CONFLICT, detail, Map.of());
    }

    /** A change that contradicts what is stored in this field. */
    static ProblemException conflict(String field, String detail) {
        return new ProblemException(HttpStatus.CONFLICT, detail, Map.of("field", field));
    }

    static ProblemException badRequest(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail, Map.of());
    }

    /** A body whose fields are not valid. */
    static ProblemException invalid(String detail, List<Map<String, Object>> errors) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, detail, Map.of("errors", errors));
    }

    static ProblemException tooLarge(String detail) {
        return new ProblemException(HttpStatus.CONTENT_TOO_LARGE, detail, Map.of());
    }

    static ProblemException tooSlow(String detail) {
        return new ProblemException(HttpStatus.REQUEST_TIMEOUT, detail, Map.of());
    }

    static ProblemException unsupportedMediaType(String detail) {
        return new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail, Map.of());
    }

    static ProblemException unavailable(String detail) {
        return new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, detail, Map.of());
    }

    static ProblemException internal(String detail) {
        return new ProblemException(HttpStatus.INTERNAL_SERVER_ERROR, detail, Map.of());
    }

    static String shown(String value) {
        if (value.length() <= LONGEST_SHOWN) {
            return value;
        }
        boolean inPair = Character.isHighSurrogate(value.charAt(LONGEST_SHOWN - 1));
        return value.substring(0, inPair ? LONGEST_SHOWN - 1 : LONGEST_SHOWN) + "…";
    }

    HttpStatus status() {
        return status;
    }

    ProblemDetail document() {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, getMessage());
        problem.setProperty("error", ProblemDocument.code(status));
        properties.forEach(problem::setProperty);
        return problem;
    }
}
