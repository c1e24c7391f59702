package dev.signalbox.server.web;

import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.settings.LoopbackHost;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests for foreign hosts. A web page can have its own name resolve to the loopback address, and would
 * otherwise read what only this machine may read (DNS rebinding).
 */
final class HostFilter extends HttpFilter {
    private final transient HttpServerConfig http;

    HostFilter(HttpServerConfig http) {
        this.http = http;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (isAllowed(request.getHeader("Host"), MonitoringPort.isSourceOf(request))) {
            chain.doFilter(request, response);
        } else {
            AuthenticationFilter.addHeaders(response);
            ProblemDocument.write(
                    response,
                    421,
                    "The header Host names a host that this server does not serve; see signalbox.server.allowed-hosts.");
        }
    }

    /** Requests without the header are no browser's: HTTP/1.1 requires it. */
    private boolean isAllowed(@Nullable String header, boolean monitoring) {
        boolean local = monitoring
                ? http.monitoring().map(it -> LoopbackHost.is(it.address())).orElse(true)
                : http.isLoopback();
        boolean any = !local && (monitoring || http.allowedHosts().isEmpty());
        if (any || header == null) {
            return true;
        }
        String host = withoutPort(header.strip());
        return LoopbackHost.is(host) || http.allowedHosts().stream().anyMatch(host::equalsIgnoreCase);
    }

    private static String withoutPort(String header) {
        int colon = header.lastIndexOf(':');
        return colon > header.lastIndexOf(']') ? header.substring(0, colon) : header;
    }
}
