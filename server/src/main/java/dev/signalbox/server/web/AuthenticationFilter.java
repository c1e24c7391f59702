package dev.signalbox.server.web;

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
    static final long MAX_BODY_BYTES = 1 << 20;
    private static final Set<String> PUBLIC_PATHS = Set.of("/health/live", "/health/ready", "/metrics");

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
            case AuthenticationResult.Authenticated(Optional<String> name) -> {
                name.ifPresent(it -> request.setAttribute(Operator.VERIFIED, it));
                yield true;
            }
            case AuthenticationResult.Denied(int status, String error, String detail) -> {
                if (status != 503) {
                    String reason = error.isEmpty() ? "" : ", error=\"" + error + "\"";
                    response.setHeader("WWW-Authenticate", "Bearer realm=\"signalbox\"" + reason);
                }
                ProblemDocument.write(response, status, detail);
                yield false;
            }
        };
    }

    private static void addHeaders(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
    }
}
