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
import java.util.HashMap;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The metrics of one relay. */
abstract sealed class RelayMeters implements RelayListener permits RelayMonitor {
    private static final Duration[] BUCKETS = Stream.of(1, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 10_000, 30_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private static final List<String> ACTIONS = List.of("pause", "resume", "retry", "discard", "reset", "replay");

    /** Counters with a tag of their own. */
    private static final Set<String> TAGGED = Set.of(MetricNames.ACTIONS, MetricNames.SOURCE_FAILURES);

    private final MeterRegistry registry;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private final String relay;
    private final Map<String, Counter> counters = new HashMap<>();
    private final Timer requests;
    private final Clock clock;
    private final Rate rate;
    private volatile @Nullable Backlog backlog;
    private volatile boolean paused;
    private volatile boolean archives;
    private volatile @Nullable Long sweptAt;
    private volatile DoubleSupplier horizon = () -> 0;
    private final Map<SourceCall, Timer> calls = new EnumMap<>(SourceCall.class);
    private final Map<SourceCall, Counter> failures = new EnumMap<>(SourceCall.class);

    RelayMeters(MeterRegistry registry, String relay, Clock clock) {
        this.registry = registry;
        this.relay = relay;
        this.clock = clock;
        this.rate = new Rate(clock);
        MetricNames.ALL.stream()
                .filter(figure -> figure.form() == MetricNames.Form.COUNTER && !TAGGED.contains(figure.name()))
                .forEach(figure -> counters.put(figure.name(), counter(figure.name())));
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
        add(MetricNames.of(counter), messages);
    }

    @Override
    public void completed(Message message) {
        add(MetricNames.COMPLETED, 1);
        rate.add(1);
    }

    @Override
    public void retried(Message message, String reason) {
        add(MetricNames.RETRIED, 1);
    }

    @Override
    public void parked(Message message, String reason) {
        add(MetricNames.FAILED, 1);
    }

    @Override
    public void released(Message message) {
        add(MetricNames.RELEASED, 1);
    }

    @Override
    public void circuitOpened(String reason) {
        add(MetricNames.OUTAGES, 1);
    }

    @Override
    public void circuitClosed() {}

    @Override
    public void claimsLost(int messages) {
        add(MetricNames.CLAIMS_LOST, messages);
    }

    @Override
    public void owned(Incarnation incarnation) {}

    @Override
    public void shared(Shards before, Shards now) {
        add(MetricNames.HAND_OVERS, now.minus(before).size() + before.minus(now).size());
    }

    @Override
    public void lost() {}

    @Override
    public void recovered(RecoveryResult what) {
        add(MetricNames.RECOVERED, what.total());
    }

    @Override
    public void passedOver(SkippedMessages over) {
        add(MetricNames.PASSED_OVER, over.published());
        add(MetricNames.FAILED, over.uncertain());
    }

    @Override
    public void swept(int deleted) {
        add(archives ? MetricNames.ARCHIVED : MetricNames.SWEPT, deleted);
        sweptAt = clock.nanos();
    }

    /** From now on, counts swept rows as archived. */
    public void archives() {
        archives = true;
    }

    private double sweepAge() {
        Long at = sweptAt;
        return at == null ? Double.NaN : (clock.nanos() - at) / 1e9;
    }

    @Override
    public void sourceFailed(SourceCall call, String reason) {
        Objects.requireNonNull(failures.get(call)).increment();
    }

    @Override
    public void sourceTook(SourceCall call, long nanos) {
        Objects.requireNonNull(calls.get(call)).record(nanos, TimeUnit.NANOSECONDS);
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

    private void add(String counter, int amount) {
        Objects.requireNonNull(counters.get(counter)).increment(amount);
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
