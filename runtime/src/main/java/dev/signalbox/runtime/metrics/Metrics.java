package dev.signalbox.runtime.metrics;

import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The metrics of the relays, in a registry that the caller owns and closes. */
public final class Metrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final List<RelayMonitor> relays = new CopyOnWriteArrayList<>();
    private final List<PlatformMonitor> platforms = new CopyOnWriteArrayList<>();

    /** Metrics that are registered here. */
    public Metrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The metrics of one relay. */
    public RelayMonitor relay(String name) {
        RelayMonitor meters = new RelayMonitor(registry, name, Clock.SYSTEM);
        relays.add(meters);
        return meters;
    }

    /** The metrics of the event platform; asked for once. */
    public PlatformMonitor platform() {
        PlatformMonitor meters = new PlatformMonitor(registry);
        platforms.add(meters);
        return meters;
    }

    /** Removes the metrics from the registry, which stays open: relays that start again register new ones. */
    @Override
    public void close() {
        relays.forEach(RelayMonitor::close);
        platforms.forEach(PlatformMonitor::close);
    }
}
