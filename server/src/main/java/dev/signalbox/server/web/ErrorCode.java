package dev.signalbox.server.web;

import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;

/** The code in a problem document's {@code error} member, for programs; people read the detail. */
final class ErrorCode {
    private ErrorCode() {}

    static String of(HttpStatusCode status) {
        return switch (status.value()) {
            case 400 -> "bad_request";
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 406 -> "not_acceptable";
            case 409 -> "conflict";
            case 411 -> "length_required";
            case 413 -> "too_large";
            case 415 -> "unsupported_media_type";
            case 503 -> "unavailable";
            default -> status.is4xxClientError() ? "client_error" : "internal_error";
        };
    }

    static String title(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return known == null
                ? "Error"
                : known.name().charAt(0)
                        + known.name().substring(1).replace('_', ' ').toLowerCase(Locale.ROOT);
    }
}
