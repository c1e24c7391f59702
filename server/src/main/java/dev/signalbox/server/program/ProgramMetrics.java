package dev.signalbox.server.program;

import dev.signalbox.runtime.metrics.Metrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;

/** All metrics of this process: those of the relays and of the JVM. */
public final class ProgramMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Metrics relays = new Metrics(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    public ProgramMetrics() {
        List.<MeterBinder>of(
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics(),
                        new FileDescriptorMetrics(),
                        collections)
                .forEach(binder -> binder.bindTo(registry));
    }

    public PrometheusMeterRegistry registry() {
        return registry;
    }

    public Metrics relays() {
        return relays;
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
