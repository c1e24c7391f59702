package dev.signalbox.server.web;

import dev.signalbox.runtime.settings.Masking;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The name of the user who acts: from the token of an OpenID provider, or, because the administration token is shared, as
 * the client states it.
 */
final class Operator {
    static final String HEADER = "X-Signalbox-Operator";
    /** The request attribute with the name that a token proves. */
    static final String VERIFIED = Operator.class.getName();

    private static final int MAX_LENGTH = 100;

    private Operator() {}

    static String of(HttpServletRequest request) {
        if (request.getAttribute(VERIFIED) instanceof String name) {
            return name + " from " + request.getRemoteAddr();
        }
        String name = request.getHeader(HEADER);
        String shown = name == null || name.isBlank() ? "unknown" : Masking.shown(name.strip(), MAX_LENGTH);
        return shown + " from " + request.getRemoteAddr();
    }
}
