package dev.signalbox.runtime.metrics;

import dev.signalbox.core.admin.Backlog;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.delivery.RelayCounter;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.relay.RelayListener;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SkippedMessages;
import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The metrics of one relay. */
public final class RelayMeters implements RelayListener {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30)
    };

    private static final List<String> ACTIONS = List.of("pause", "resume", "retry", "discard", "reset", "replay");

    private final MeterRegistry registry;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private final String relay;
    private final Map<RelayCounter, Counter> counters = new EnumMap<>(RelayCounter.class);
    private final Counter completed;
    private final Counter retried;
    private final Counter failed;
    private final Counter released;
    private final Counter claimsLost;
    private final Counter recovered;
    private final Counter passedOver;
    private final Counter swept;
    private final Counter archived;
    private final Counter outages;
    private final Timer requests;
    private final Counter handOvers;
    private final Rate rate = new Rate(Clock.SYSTEM);
    private volatile @Nullable Backlog backlog;
    private volatile boolean paused;
    private volatile boolean archives;
    private volatile @Nullable Long sweptAt;
    private volatile DoubleSupplier horizon = () -> 0;
    private final Map<SourceCall, Timer> calls = new EnumMap<>(SourceCall.class);
    private final Map<SourceCall, Counter> failures = new EnumMap<>(SourceCall.class);

    RelayMeters(MeterRegistry registry, String relay) {
        this.registry = registry;
        this.relay = relay;
        for (RelayCounter counter : RelayCounter.values()) {
            counters.put(counter, counter(MetricNames.of(counter)));
        }
        this.completed = counter(MetricNames.COMPLETED);
        this.retried = counter(MetricNames.RETRIED);
        this.failed = counter(MetricNames.FAILED);
        this.released = counter(MetricNames.RELEASED);
        this.claimsLost = counter(MetricNames.CLAIMS_LOST);
        this.recovered = counter(MetricNames.RECOVERED);
        this.passedOver = counter(MetricNames.PASSED_OVER);
        this.swept = counter(MetricNames.SWEPT);
        this.archived = counter(MetricNames.ARCHIVED);
        this.outages = counter(MetricNames.OUTAGES);
        this.handOvers = counter(MetricNames.HAND_OVERS);
        this.requests = timer(MetricNames.SINK_TIME);
        ACTIONS.forEach(action -> counter(MetricNames.ACTIONS, MetricNames.ACTION, action));
        gauge(MetricNames.RATE, rate::perSecond);
        gauge(MetricNames.BACKLOG, () -> ofBacklog(Backlog::messages));
        gauge(MetricNames.BACKLOG_ESTIMATED, () -> ofBacklog(now -> now.estimated() ? 1 : 0));
        gauge(MetricNames.OLDEST, () -> ofBacklog(RelayMeters::oldest));
        gauge(MetricNames.HORIZON, () -> horizon.getAsDouble());
        gauge(MetricNames.SWEEP_AGE, this::sweepAge);
        for (SourceCall call : SourceCall.values()) {
            String name = call.name().toLowerCase(Locale.ROOT);
            calls.put(call, timer(MetricNames.SOURCE_TIME, MetricNames.CALL, name));
            failures.put(call, counter(MetricNames.SOURCE_FAILURES, MetricNames.CALL, name));
        }
    }

    /** Registers gauges that read the relay's state on each scrape. */
    public void show(Supplier<DispatcherStatus> status) {
        gauge(MetricNames.LEADER, status, now -> now.shards().isEmpty() ? 0 : 1);
        gauge(MetricNames.HELD, status, DispatcherStatus::held);
        gauge(MetricNames.HELD_BYTES, status, DispatcherStatus::heldBytes);
        gauge(MetricNames.REQUESTS, status, DispatcherStatus::requests);
        gauge(MetricNames.WAITING, status, DispatcherStatus::waiting);
        gauge(MetricNames.PAUSED, status, now -> now.paused() || paused ? 1 : 0);
        gauge(MetricNames.OUTAGE, status, now -> now.outage() == null ? 0 : 1);
        gauge(MetricNames.SHARDS, status, now -> now.shards().size());
    }

    /** Registers a gauge for each cluster of a relay's routes, which shows whether it is unavailable. */
    public void show(Set<String> clusters, Supplier<Map<String, String>> outages) {
        for (String cluster : clusters) {
            kept(Gauge.builder(MetricNames.CLUSTER_OUTAGE, () -> outages.get().containsKey(cluster) ? 1 : 0)
                    .tag(MetricNames.RELAY, relay)
                    .tag(MetricNames.CLUSTER, cluster)
                    .register(registry));
        }
    }

    /** Messages per second delivered by this node, over the last minute. */
    public double ratePerSecond() {
        return rate.perSecond();
    }

    /** Sets where to read the age of the transaction that holds back the horizon of a log. */
    public void horizon(DoubleSupplier age) {
        horizon = age;
    }

    /** Sets the backlog; null if another node measures it. */
    public void backlog(@Nullable Backlog measured) {
        backlog = measured;
    }

    /** Sets whether a feed is paused. Its relay does not know, because the pause is in the feed's row. */
    public void paused(boolean now) {
        paused = now;
    }

    /** Counts an operator's action. */
    public void acted(String action) {
        counter(MetricNames.ACTIONS, MetricNames.ACTION, action).increment();
    }

    private double ofBacklog(ToDoubleFunction<Backlog> figure) {
        Backlog now = backlog;
        return now == null ? Double.NaN : figure.applyAsDouble(now);
    }

    private static double oldest(Backlog now) {
        return now.oldest() == null ? 0 : now.oldest().toMillis() / 1000.0;
    }

    @Override
    public void count(RelayCounter counter, int messages) {
        Objects.requireNonNull(counters.get(counter)).increment(messages);
    }

    @Override
    public void completed(Message message) {
        completed.increment();
        rate.add(1);
    }

    @Override
    public void retried(Message message, String reason) {
        retried.increment();
    }

    @Override
    public void parked(Message message, String reason) {
        failed.increment();
    }

    @Override
    public void released(Message message) {
        released.increment();
    }

    @Override
    public void circuitOpened(String reason) {
        outages.increment();
    }

    @Override
    public void circuitClosed() {}

    @Override
    public void claimsLost(int messages) {
        claimsLost.increment(messages);
    }

    @Override
    public void owned(Incarnation incarnation) {}

    @Override
    public void shared(Shards before, Shards now) {
        handOvers.increment(now.minus(before).size() + before.minus(now).size());
    }

    @Override
    public void lost() {}

    @Override
    public void recovered(RecoveryResult what) {
        recovered.increment(what.total());
    }

    @Override
    public void passedOver(SkippedMessages over) {
        passedOver.increment(over.published());
        failed.increment(over.uncertain());
    }

    @Override
    public void swept(int deleted) {
        (archives ? archived : swept).increment(deleted);
        sweptAt = Clock.SYSTEM.nanos();
    }

    /** From now on, counts swept rows as archived. */
    public void archives() {
        archives = true;
    }

    private double sweepAge() {
        Long at = sweptAt;
        return at == null ? Double.NaN : (Clock.SYSTEM.nanos() - at) / 1e9;
    }

    @Override
    public void sourceFailed(SourceCall call, String reason) {
        Counter counter = failures.get(call);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void sourceTook(SourceCall call, long nanos) {
        Timer timer = calls.get(call);
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void sinkTook(long nanos, int messages) {
        requests.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Removes the metrics from the registry. */
    void close() {
        meters.forEach(registry::remove);
        meters.clear();
    }

    private <T extends Meter> T kept(T meter) {
        meters.add(meter);
        return meter;
    }

    private Counter counter(String name, String... tags) {
        return kept(
                Counter.builder(name).tag(MetricNames.RELAY, relay).tags(tags).register(registry));
    }

    private Timer timer(String name, String... tags) {
        return kept(Timer.builder(name)
                .tag(MetricNames.RELAY, relay)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry));
    }

    private void gauge(String name, Supplier<DispatcherStatus> status, ToDoubleFunction<DispatcherStatus> figure) {
        gauge(name, () -> figure.applyAsDouble(status.get()));
    }

    private void gauge(String name, Supplier<Number> figure) {
        kept(Gauge.builder(name, figure).tag(MetricNames.RELAY, relay).register(registry));
    }
}
