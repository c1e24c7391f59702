package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.platform.EventPlatform;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Limits the bodies of requests to the event platform, and lets a stop wait for these requests. */
final class PlatformFilter extends HttpFilter {
    private final transient EventPlatform platform;
    private final transient BodyBudget budget;
    private final transient Clock clock;

    PlatformFilter(EventPlatform platform, BodyBudget budget, Clock clock) {
        this.platform = platform;
        this.budget = budget;
        this.clock = clock;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!PlatformRoutes.contains(request)) {
            chain.doFilter(request, response);
        } else if (!platform.beginRequest()) {
            response.setHeader("Retry-After", "1");
            ProblemDocument.write(response, 503, "This node stops.");
        } else {
            try (BudgetedBody _ = BudgetedBody.of(request, budget, PlatformRoutes.bodyLimit(request), clock)) {
                chain.doFilter(request, response);
            } finally {
                platform.endRequest();
            }
        }
    }
}
