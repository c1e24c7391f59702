package dev.signalbox.server.program;

import dev.signalbox.runtime.metrics.MetricNames;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.server.version.BuildInfo;
import io.micrometer.core.instrument.Gauge;
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

/** All metrics of this process: those of the relays, of the JVM, and which build it is. */
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
        BuildInfo build = BuildInfo.ofProgram();
        Gauge.builder(MetricNames.BUILD_INFO.name(), () -> 1)
                .description(MetricNames.BUILD_INFO.meaning())
                .tag("version", build.version())
                .tag("commit", build.commit())
                .register(registry);
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
