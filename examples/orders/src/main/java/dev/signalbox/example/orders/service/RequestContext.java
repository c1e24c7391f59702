package dev.signalbox.example.orders.service;

import dev.signalbox.client.HeaderSource;
import dev.signalbox.client.Message;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The correlation id of the request, generated if it has none, and its W3C trace, for events and log lines.
 *
 * <p>They serve diagnosis only, so invalid values are no reason to reject an order.
 */
@Component
final class RequestContext extends OncePerRequestFilter implements HeaderSource {
    static final String CORRELATION_HEADER = "X-Correlation-Id";

    private static final Pattern CORRELATION = Pattern.compile("[\\x21-\\x7e]{1,128}");
    private static final Pattern TRACEPARENT =
            Pattern.compile("00-(?!0+-)[0-9a-f]{32}-(?!0+-)[0-9a-f]{16}-[0-9a-f]{2}");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String correlation = valid(request.getHeader(CORRELATION_HEADER), CORRELATION)
                .orElseGet(() -> UUID.randomUUID().toString());
        response.setHeader(CORRELATION_HEADER, correlation);
        MDC.put(Message.CORRELATION_ID, correlation);
        valid(request.getHeader(Message.TRACEPARENT), TRACEPARENT)
                .ifPresent(trace -> MDC.put(Message.TRACEPARENT, trace));
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove(Message.CORRELATION_ID);
            MDC.remove(Message.TRACEPARENT);
        }
    }

    private static Optional<String> valid(@Nullable String given, Pattern pattern) {
        return Optional.ofNullable(given).filter(text -> pattern.matcher(text).matches());
    }

    /** Called by the starter for each message. */
    @Override
    public Map<String, String> headers() {
        String correlation = MDC.get(Message.CORRELATION_ID);
        return correlation == null ? Map.of() : Map.of(Message.CORRELATION_ID, correlation);
    }

    static Optional<String> traceparent() {
        return Optional.ofNullable(MDC.get(Message.TRACEPARENT));
    }
}
