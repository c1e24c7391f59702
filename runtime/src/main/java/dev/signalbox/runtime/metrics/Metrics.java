package dev.signalbox.runtime.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The figures of the relays, in a registry that somebody else has and closes. */
public final class Metrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final List<RelayMeters> relays = new CopyOnWriteArrayList<>();

    private Metrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Figures that are kept in this registry. */
    public static Metrics in(MeterRegistry registry) {
        return new Metrics(registry);
    }

    /** The figures of one relay. */
    public RelayMeters relay(String name) {
        RelayMeters meters = new RelayMeters(registry, name);
        relays.add(meters);
        return meters;
    }

    /** Takes the figures out of the registry, which stays open: relays that start again bring new ones. */
    @Override
    public void close() {
        relays.forEach(RelayMeters::close);
    }
}
