package dev.signalbox.spring;

import dev.signalbox.client.Message;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** The current trace of Micrometer Tracing, as W3C writes it. */
final class MicrometerTrace implements TraceSource {
    private static final int TRACE_DIGITS = 32;

    private final ObjectProvider<Tracer> tracers;

    MicrometerTrace(ObjectProvider<Tracer> tracers) {
        this.tracers = tracers;
    }

    @Override
    public Map<String, String> headers() {
        Tracer tracer = tracers.getIfUnique();
        TraceContext context =
                tracer == null ? null : tracer.currentTraceContext().context();
        return context == null || isBlank(context.traceId()) || isBlank(context.spanId())
                ? Map.of()
                : Map.of(Message.TRACEPARENT, traceparent(context));
    }

    /** Outside of a span some tracers give a context without ids. */
    private static boolean isBlank(@Nullable String id) {
        return id == null || id.isBlank();
    }

    /** Brave may have trace ids of half the length, which are the last digits of a long one. */
    private static String traceparent(TraceContext context) {
        String traceId = "0".repeat(Math.max(0, TRACE_DIGITS - context.traceId().length())) + context.traceId();
        return "00-" + traceId + "-" + context.spanId() + (Boolean.TRUE.equals(context.sampled()) ? "-01" : "-00");
    }
}
