package dev.signalbox.server.web;

import dev.signalbox.runtime.config.Masking;
import jakarta.servlet.http.HttpServletRequest;

/** Who acts, as far as a request tells: there is one token for all, so the name is what its bearer says. */
final class Operator {
    static final String HEADER = "X-Signalbox-Operator";
    private static final int LONGEST = 100;

    private Operator() {}

    static String of(HttpServletRequest request) {
        String name = request.getHeader(HEADER);
        String shown = name == null || name.isBlank() ? "somebody" : Masking.shown(name.strip(), LONGEST);
        return shown + " from " + request.getRemoteAddr();
    }
}
