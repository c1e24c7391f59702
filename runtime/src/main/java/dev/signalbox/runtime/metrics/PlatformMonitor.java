package dev.signalbox.runtime.metrics;

import dev.signalbox.runtime.metrics.MetricNames.Figure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** The metrics of the event platform. */
public final class PlatformMonitor implements AutoCloseable {
    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();
    private final Counter stored;
    private final Counter duplicates;
    private final Counter jobs;
    private final Counter failures;
    private volatile IntSupplier waitingPosts = () -> 0;
    private volatile IntSupplier unavailableTargets = () -> 0;

    PlatformMonitor(MeterRegistry registry) {
        this.registry = registry;
        this.stored = counter(MetricNames.EVENTS_STORED);
        this.duplicates = counter(MetricNames.EVENTS_DUPLICATE);
        this.jobs = counter(MetricNames.JOBS_STORED);
        this.failures = counter(MetricNames.INGEST_FAILURES);
        gauge(MetricNames.POSTS_WAITING, () -> waitingPosts.getAsInt());
        gauge(MetricNames.TARGETS_UNAVAILABLE, () -> unavailableTargets.getAsInt());
    }

    private void gauge(Figure figure, IntSupplier value) {
        meters.add(Gauge.builder(figure.name(), value::getAsInt).register(registry));
    }

    private Counter counter(Figure figure) {
        Counter counter = Counter.builder(figure.name()).register(registry);
        meters.add(counter);
        return counter;
    }

    /** From now on shows how many posts wait. */
    public void showWaitingPosts(IntSupplier count) {
        waitingPosts = count;
    }

    /** From now on shows how many targets are unavailable. */
    public void showUnavailableTargets(IntSupplier count) {
        unavailableTargets = count;
    }

    /** Events were posted. */
    public void posted(int newEvents, int duplicateEvents, int newJobs) {
        stored.increment(newEvents);
        duplicates.increment(duplicateEvents);
        jobs.increment(newJobs);
    }

    /** Direct jobs were posted. */
    public void postedJobs(int newJobs) {
        jobs.increment(newJobs);
    }

    /** The database did not store what was posted. */
    public void failed() {
        failures.increment();
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
