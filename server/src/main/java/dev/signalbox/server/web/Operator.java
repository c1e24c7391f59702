package dev.signalbox.server.web;

import dev.signalbox.runtime.settings.Masking;
import jakarta.servlet.http.HttpServletRequest;

/** Who acts. A token of an OpenID provider tells it; the program's own is one for all, so there the name is what its bearer says. */
final class Operator {
    static final String HEADER = "X-Signalbox-Operator";
    /** Where a request has the name that a token vouches for. */
    static final String VERIFIED = Operator.class.getName();

    private static final int LONGEST = 100;

    private Operator() {}

    static String of(HttpServletRequest request) {
        if (request.getAttribute(VERIFIED) instanceof String name) {
            return name + " from " + request.getRemoteAddr();
        }
        String name = request.getHeader(HEADER);
        String shown = name == null || name.isBlank() ? "somebody" : Masking.shown(name.strip(), LONGEST);
        return shown + " from " + request.getRemoteAddr();
    }
}
