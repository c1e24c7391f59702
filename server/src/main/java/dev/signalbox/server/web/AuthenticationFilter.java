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
    private static final String AUTHORIZATION = "Authorization";
    static final long MAX_BODY_BYTES = 1 << 20;
    /** The path that tells operators more than others. */
    private static final String READINESS = "/health/ready";

    private static final Set<String> PUBLIC_PATHS = Set.of("/health/live", READINESS, "/metrics");

    /** The request attribute that says that the token is valid. */
    private static final String ADMITTED = AuthenticationFilter.class.getName() + ".admitted";

    /** The request attribute with the name that a token proves. */
    private static final String VERIFIED = AuthenticationFilter.class.getName() + ".verified";

    private static final int MAX_NAME_LENGTH = 100;

    private final transient BearerAuthenticator authenticator;
    private final transient RefusedSignIns refused;
    private final boolean limitsPlatform;

    /** @param limitsPlatform whether another filter limits the bodies of the event platform */
    AuthenticationFilter(BearerAuthenticator authenticator, RefusedSignIns refused, boolean limitsPlatform) {
        this.authenticator = authenticator;
        this.refused = refused;
        this.limitsPlatform = limitsPlatform;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        addHeaders(response);
        if (!isPublic(request)) {
            Optional<BearerAuthenticator.Result.Denied> denied = denied(request);
            if (denied.isPresent()) {
                deny(response, denied.get());
                return;
            }
        } else if (asksForDetails(request)) {
            // Without a valid token the answer has no details.
            denied(request);
        }
        if (PlatformRoutes.contains(request) && limitsPlatform) {
            chain.doFilter(request, response);
        } else if (request.getContentLengthLong() > MAX_BODY_BYTES) {
            ProblemDocument.write(response, 413, "The body may have at most " + MAX_BODY_BYTES + " bytes.");
        } else if (request.getHeader("Transfer-Encoding") != null) {
            // Without a length the body could not be limited before it is read.
            ProblemDocument.write(response, 411, "The request needs a Content-Length.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Compares the raw path: another spelling is not public. */
    static boolean isPublic(HttpServletRequest request) {
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        return reads && PUBLIC_PATHS.contains(request.getRequestURI());
    }

    private static boolean asksForDetails(HttpServletRequest request) {
        return request.getRequestURI().equals(READINESS)
                && request.getHeader(AUTHORIZATION) != null
                && !MonitoringPort.isSourceOf(request);
    }

    /** Why the token does not permit administration; if it does, the request is marked as an operator's. */
    private Optional<BearerAuthenticator.Result.Denied> denied(HttpServletRequest request) {
        String authorization = request.getHeader(AUTHORIZATION);
        return switch (authenticator.authenticate(authorization)) {
            case BearerAuthenticator.Result.Authenticated(Optional<String> name) -> {
                request.setAttribute(ADMITTED, true);
                name.ifPresent(it -> request.setAttribute(VERIFIED, it));
                yield Optional.empty();
            }
            case BearerAuthenticator.Result.Denied denied -> {
                if (denied.status() != 503) {
                    refused.add(authorization != null, denied.status(), request.getRemoteAddr());
                }
                yield Optional.of(denied);
            }
        };
    }

    private static void deny(HttpServletResponse response, BearerAuthenticator.Result.Denied denied)
            throws IOException {
        if (denied.status() != 503) {
            String reason = denied.error().isEmpty() ? "" : ", error=\"" + denied.error() + "\"";
            response.setHeader("WWW-Authenticate", "Bearer realm=\"signalbox\"" + reason);
        }
        ProblemDocument.write(response, denied.status(), denied.detail());
    }

    /** Whether the request has a valid token. */
    static boolean isOperator(HttpServletRequest request) {
        return request.getAttribute(ADMITTED) != null;
    }

    /**
     * Who acts: the name in an OpenID token or, as the administration token is shared, what the client states. The
     * latter is not verified, so it is marked.
     */
    static String operator(HttpServletRequest request) {
        String name = request.getHeader(OPERATOR_HEADER);
        String shown = request.getAttribute(VERIFIED) instanceof String verified
                ? verified
                : name == null || name.isBlank() ? "unknown" : stated(name) + " (unverified)";
        return shown + " from " + request.getRemoteAddr();
    }

    /** Escaping may lengthen it, and databases keep only so much. */
    private static String stated(String name) {
        String shown = Masking.shown(name.strip(), MAX_NAME_LENGTH);
        return shown.substring(0, Math.min(shown.length(), MAX_NAME_LENGTH));
    }

    static void addHeaders(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
    }
}
