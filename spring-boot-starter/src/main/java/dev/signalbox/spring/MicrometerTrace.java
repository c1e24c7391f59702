package dev.signalbox.spring;

import dev.signalbox.client.Message;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.beans.factory.ObjectProvider;

/** The current trace of Micrometer Tracing in W3C format. */
record MicrometerTrace(ObjectProvider<Tracer> tracers) implements TraceSource {
    private static final int TRACE_DIGITS = 32;

    /**
     * Outside a span some tracers return a context without ids, or with zero ids. The message would be rejected for it, and
     * the caller's changes with it.
     */
    private static final Pattern VALID = Pattern.compile("00-(?!0+-)[0-9a-f]{32}-(?!0+-)[0-9a-f]{16}-0[01]");

    @Override
    public Map<String, String> headers() {
        Tracer tracer = tracers.getIfUnique();
        TraceContext context =
                tracer == null ? null : tracer.currentTraceContext().context();
        String traceparent = context == null ? "" : traceparent(context);
        return VALID.matcher(traceparent).matches() ? Map.of(Message.TRACEPARENT, traceparent) : Map.of();
    }

    /** Brave may have trace ids of half the length: the last digits of a long one. */
    private static String traceparent(TraceContext context) {
        String id = Objects.toString(context.traceId(), "");
        String traceId = "0".repeat(Math.max(0, TRACE_DIGITS - id.length())) + id;
        return "00-" + traceId + "-" + context.spanId() + (Boolean.TRUE.equals(context.sampled()) ? "-01" : "-00");
    }
}
