package dev.signalbox.runtime.metrics;

import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.delivery.RelayCounter;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.relay.RelayListener;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.time.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts what a relay does, logs what an operator would act on, and remembers the current failure. */
public final class RelayMonitor implements RelayListener {
    private static final System.Logger LOG = System.getLogger(RelayMonitor.class.getName());
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
    private volatile LongFunction<String> outletNames = outlet -> "outlet " + outlet;
    private volatile Supplier<Optional<String>> lockHolders = Optional::empty;
    private final Map<SourceCall, Timer> calls = new EnumMap<>(SourceCall.class);
    private final Map<SourceCall, Counter> failedCalls = new EnumMap<>(SourceCall.class);
    private final Map<SourceCall, String> failures = new EnumMap<>(SourceCall.class);
    private final LogLineLimit parkedLines;
    private final LogLineLimit openedLines;
    private final LogLineLimit closedLines;

    RelayMonitor(MeterRegistry registry, String relay, Clock clock) {
        this.registry = registry;
        this.relay = relay;
        this.clock = clock;
        this.rate = new Rate(clock);
        this.parkedLines = new LogLineLimit(clock);
        this.openedLines = new LogLineLimit(clock);
        this.closedLines = new LogLineLimit(clock);
        MetricNames.ALL.stream()
                .filter(figure -> figure.form() == MetricNames.Form.COUNTER && !TAGGED.contains(figure.name()))
                .forEach(figure -> counters.put(figure.name(), counter(figure.name())));
        this.requests = timer(MetricNames.SINK_TIME);
        ACTIONS.forEach(action -> counter(MetricNames.ACTIONS, MetricNames.ACTION, action));
        gauge(MetricNames.RATE, rate::perSecond);
        gauge(MetricNames.BACKLOG, () -> ofBacklog(Backlog::messages));
        gauge(MetricNames.BACKLOG_ESTIMATED, () -> ofBacklog(now -> now.estimated() ? 1 : 0));
        gauge(MetricNames.OLDEST, () -> ofBacklog(RelayMonitor::oldest));
        gauge(MetricNames.HORIZON, () -> horizon.getAsDouble());
        gauge(MetricNames.SWEEP_AGE, this::sweepAge);
        gauge(MetricNames.LOCKED_OUT, () -> lockHolders.get().isPresent() ? 1 : 0);
        for (SourceCall call : SourceCall.values()) {
            String name = call.name().toLowerCase(Locale.ROOT);
            calls.put(call, timer(MetricNames.SOURCE_TIME, MetricNames.CALL, name));
            failedCalls.put(call, counter(MetricNames.SOURCE_FAILURES, MetricNames.CALL, name));
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

    /** Sets where to read who holds the lock without which the relay can't be delivered. */
    public void lockedOutBy(Supplier<Optional<String>> holders) {
        lockHolders = holders;
    }

    /** Sets what the outlets of this relay are called in logs, if it has several. */
    public void nameOutlets(LongFunction<String> names) {
        outletNames = names;
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

    /** The latest failure of a call to the source, until a call succeeds; or the session that holds the relay's lock. */
    public Optional<String> failure() {
        synchronized (failures) {
            return failures.values().stream().findFirst().or(lockHolders);
        }
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
        say(Level.DEBUG, "message {0} is tried again: {1}", message.id(), reason);
    }

    @Override
    public void parked(Message message, String reason) {
        add(MetricNames.FAILED, 1);
        parkedLines
                .pass()
                .ifPresent(
                        others -> say(Level.WARNING, "message {0} is given up: {1}{2}", message.id(), reason, others));
    }

    @Override
    public void released(Message message) {
        add(MetricNames.RELEASED, 1);
    }

    @Override
    public void circuitOpened(long outlet, String reason) {
        add(MetricNames.OUTAGES, 1);
        lines(outlet, openedLines)
                .ifPresent(others -> say(
                        Level.WARNING,
                        outlet == 0 ? "the destination is unavailable: {1}{2}" : "deliveries of {0} wait: {1}{2}",
                        outletNames.apply(outlet),
                        reason,
                        others));
    }

    @Override
    public void circuitClosed(long outlet) {
        lines(outlet, closedLines)
                .ifPresent(others -> say(
                        Level.INFO,
                        outlet == 0 ? "the destination is back{1}" : "deliveries of {0} go on{1}",
                        outletNames.apply(outlet),
                        others));
    }

    /** Each change of the only destination is logged; of many targets, some. */
    private static Optional<String> lines(long outlet, LogLineLimit limit) {
        return outlet == 0 ? Optional.of("") : limit.pass();
    }

    @Override
    public void claimsLost(int messages) {
        add(MetricNames.CLAIMS_LOST, messages);
        say(Level.WARNING, "{0} claims were lost to other nodes before they could be settled", messages);
    }

    @Override
    public void shared(Shards before, Shards now) {
        add(MetricNames.HAND_OVERS, now.minus(before).size() + before.minus(now).size());
    }

    @Override
    public void lost() {
        synchronized (failures) {
            failures.clear();
        }
    }

    @Override
    public void recovered(RecoveryResult result) {
        add(MetricNames.RECOVERED, result.total());
        if (result.replayed() > 0) {
            say(Level.INFO, "tries {0} messages again that operators have brought back", result.replayed());
        }
        if (result.takenBack() > 0) {
            say(
                    Level.INFO,
                    "took back {0} messages of nodes that had ended and {1} held for too long",
                    result.fromFencedOwners(),
                    result.expired());
        }
    }

    @Override
    public void passedOver(SkippedMessages over) {
        add(MetricNames.PASSED_OVER, over.published());
        add(MetricNames.FAILED, over.uncertain() + over.oversized());
        if (over.published() > 0) {
            say(
                    Level.INFO,
                    "{0} messages are noted as published, and are recorded so without being sent again",
                    over.published());
        }
        if (over.uncertain() > 0) {
            say(
                    Level.WARNING,
                    "{0} messages were about to be sent when their node ended, and may have been; they are"
                            + " given up, because nothing is to be published twice",
                    over.uncertain());
        }
        if (over.oversized() > 0) {
            say(
                    Level.WARNING,
                    "{0} messages have an id or a group that is too large to be read; they have failed",
                    over.oversized());
        }
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
        Objects.requireNonNull(failedCalls.get(call)).increment();
        synchronized (failures) {
            failures.put(call, reason);
        }
    }

    @Override
    public void sourceTook(SourceCall call, long nanos) {
        Objects.requireNonNull(calls.get(call)).record(nanos, TimeUnit.NANOSECONDS);
        synchronized (failures) {
            failures.remove(call);
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

    private void add(String counter, int amount) {
        Objects.requireNonNull(counters.get(counter)).increment(amount);
    }

    private void say(Level level, String what, Object... parameters) {
        LOG.log(level, "relay " + relay + ": " + what, parameters);
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
