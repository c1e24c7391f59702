package dev.signalbox.runtime.metrics;

import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The metrics of the relays, in a registry that the caller owns and closes. */
public final class Metrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final List<RelayMeters> relays = new CopyOnWriteArrayList<>();

    private Metrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Metrics that are registered here. */
    public static Metrics in(MeterRegistry registry) {
        return new Metrics(registry);
    }

    /** The metrics of one relay. */
    public RelayMonitor relay(String name) {
        RelayMonitor meters = new RelayMonitor(registry, name, Clock.SYSTEM);
        relays.add(meters);
        return meters;
    }

    /** Removes the metrics from the registry, which stays open: relays that start again register new ones. */
    @Override
    public void close() {
        relays.forEach(RelayMeters::close);
    }
}
