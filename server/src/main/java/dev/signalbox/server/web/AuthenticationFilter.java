package dev.signalbox.server.web;

import dev.signalbox.runtime.settings.Masking;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Requires a token for each request except those for health and metrics, and limits the size of the body. */
final class AuthenticationFilter extends HttpFilter {
    static final String OPERATOR_HEADER = "X-Signalbox-Operator";
    static final long MAX_BODY_BYTES = 1 << 20;
    private static final Set<String> PUBLIC_PATHS = Set.of("/health/live", "/health/ready", "/metrics");

    /** The request attribute with the name that a token proves. */
    private static final String VERIFIED = AuthenticationFilter.class.getName();

    private static final int MAX_NAME_LENGTH = 100;

    private final transient BearerAuthenticator authenticator;

    AuthenticationFilter(BearerAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        addHeaders(response);
        if (!isPublic(request) && !isAdmitted(request, response)) {
            return;
        }
        if (request.getContentLengthLong() > MAX_BODY_BYTES) {
            ProblemDocument.write(response, 413, "The body may have at most " + MAX_BODY_BYTES + " bytes.");
        } else if (request.getHeader("Transfer-Encoding") != null) {
            // Without a length the body could not be limited before it is read.
            ProblemDocument.write(response, 411, "The request needs a Content-Length.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Compares the raw path: another spelling is not public. */
    private static boolean isPublic(HttpServletRequest request) {
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        return reads && PUBLIC_PATHS.contains(request.getRequestURI());
    }

    /** Whether the request may proceed; if not, the response is written. */
    private boolean isAdmitted(HttpServletRequest request, HttpServletResponse response) throws IOException {
        return switch (authenticator.authenticate(request.getHeader("Authorization"))) {
            case BearerAuthenticator.Result.Authenticated(Optional<String> name) -> {
                name.ifPresent(it -> request.setAttribute(VERIFIED, it));
                yield true;
            }
            case BearerAuthenticator.Result.Denied(int status, String error, String detail) -> {
                if (status != 503) {
                    String reason = error.isEmpty() ? "" : ", error=\"" + error + "\"";
                    response.setHeader("WWW-Authenticate", "Bearer realm=\"signalbox\"" + reason);
                }
                ProblemDocument.write(response, status, detail);
                yield false;
            }
        };
    }

    /** Who acts: the name in an OpenID token or, as the administration token is shared, what the client states. */
    static String operator(HttpServletRequest request) {
        String name = request.getHeader(OPERATOR_HEADER);
        String shown = request.getAttribute(VERIFIED) instanceof String verified
                ? verified
                : name == null || name.isBlank() ? "unknown" : Masking.shown(name.strip(), MAX_NAME_LENGTH);
        return shown + " from " + request.getRemoteAddr();
    }

    private static void addHeaders(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
    }
}
