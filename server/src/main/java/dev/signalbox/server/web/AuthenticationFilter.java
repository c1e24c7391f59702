package dev.signalbox.server.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** What every request passes first: health and metrics are open, all else needs a token. */
final class AuthenticationFilter extends HttpFilter {
    static final long LARGEST_BODY = 1 << 20;
    private static final Set<String> OPEN = Set.of("/health/live", "/health/ready", "/metrics");

    private final transient BearerAuthenticator bearerAuthenticator;

    AuthenticationFilter(BearerAuthenticator bearerAuthenticator) {
        this.bearerAuthenticator = bearerAuthenticator;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        addHeaders(response);
        if (!isOpen(request) && !isAdmitted(request, response)) {
            return;
        }
        if (request.getContentLengthLong() > LARGEST_BODY) {
            ProblemDocument.write(response, 413, "The body may have at most " + LARGEST_BODY + " bytes.");
        } else if (request.getHeader("Transfer-Encoding") != null) {
            // Without a length it could not be limited before it is read.
            ProblemDocument.write(response, 411, "The request needs a Content-Length.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Compares the path as it was sent: whatever is spelt differently is not open. */
    private static boolean isOpen(HttpServletRequest request) {
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        return reads && OPEN.contains(request.getRequestURI());
    }

    /** Whether the request may go on; if not, it is answered. */
    private boolean isAdmitted(HttpServletRequest request, HttpServletResponse response) throws IOException {
        return switch (bearerAuthenticator.authenticate(request.getHeader("Authorization"))) {
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
