package dev.signalbox.server.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What every request passes first: health and metrics are open, all else needs the token. */
final class Gate extends HttpFilter {
    static final long LARGEST_BODY = 1 << 20;
    private static final Set<String> OPEN = Set.of("/health/live", "/health/ready", "/metrics");
    private static final String SCHEME = "Bearer ";

    private final transient AdminToken token;

    Gate(AdminToken token) {
        this.token = token;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        addHeaders(response);
        if (!isOpen(request) && !isAllowed(request.getHeader("Authorization"))) {
            response.setHeader("WWW-Authenticate", "Bearer realm=\"signalbox\"");
            ProblemDocument.write(
                    response, 401, "This needs the header Authorization: Bearer with the administration token.");
        } else if (request.getContentLengthLong() > LARGEST_BODY) {
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

    private boolean isAllowed(@Nullable String authorization) {
        return authorization != null
                && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && token.matches(authorization.substring(SCHEME.length()).strip());
    }

    private static void addHeaders(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
    }
}
