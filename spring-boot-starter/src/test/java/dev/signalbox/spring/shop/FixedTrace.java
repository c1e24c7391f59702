package dev.signalbox.spring.shop;

import io.micrometer.tracing.CurrentTraceContext;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A tracer with a current trace that the test sets. */
public final class FixedTrace {
    private volatile @Nullable Span current;

    private record Span(String traceId, String parentId, String spanId, Boolean sampled) implements TraceContext {}

    public void begin(String traceId, String spanId) {
        current = new Span(traceId, "", spanId, true);
    }

    public void end() {
        current = null;
    }

    Tracer tracer() {
        CurrentTraceContext context = answering(CurrentTraceContext.class, "context", () -> current);
        return answering(Tracer.class, "currentTraceContext", () -> context);
    }

    /** Only one method of these large types is used. */
    private static <T> T answering(Class<T> type, String question, Supplier<@Nullable Object> answer) {
        InvocationHandler handler = (proxy, method, values) -> {
            if (method.getName().equals(question)) {
                return answer.get();
            }
            if (method.getName().equals("hashCode")) {
                return type.hashCode();
            }
            throw new UnsupportedOperationException(method.toString());
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
