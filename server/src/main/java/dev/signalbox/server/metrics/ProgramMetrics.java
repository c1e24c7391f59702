package dev.signalbox.server.metrics;

import dev.signalbox.runtime.metrics.Metrics;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** All metrics of this process: those of the relays and of the JVM. */
public final class ProgramMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry;
    private final Metrics relays;
    private final JvmGcMetrics collections;

    private ProgramMetrics(PrometheusMeterRegistry registry, JvmGcMetrics collections) {
        this.registry = registry;
        this.relays = Metrics.in(registry);
        this.collections = collections;
    }

    /** Creates a registry with the metrics of the JVM. */
    public static ProgramMetrics create() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        JvmGcMetrics collections = new JvmGcMetrics();
        collections.bindTo(registry);
        return new ProgramMetrics(registry, collections);
    }

    /** The registry of all metrics. */
    public PrometheusMeterRegistry registry() {
        return registry;
    }

    /** The metrics of the relays. */
    public Metrics relays() {
        return relays;
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
