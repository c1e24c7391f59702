package dev.signalbox.runtime.relays;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.runtime.RelayService;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.RelayAdmin;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.platform.EventPlatform;
import dev.signalbox.runtime.resources.FeedSinks;
import dev.signalbox.runtime.resources.SharedResources;
import dev.signalbox.runtime.resources.SinkFactories;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All configured relays and logs, and the event platform. */
public final class Relays implements RelayService {
    private static final System.Logger LOG = System.getLogger(Relays.class.getName());

    private final List<SourceRelays> sources = new ArrayList<>();
    private final Map<String, SharedPermits> permits = new ConcurrentHashMap<>();
    private final List<DryRuns> dryRuns = new ArrayList<>();
    private final FeedSinks feedSinks;
    private final Optional<EventPlatform> platform;

    /** @param onBroken called after an unrecoverable error */
    public Relays(ServerConfig config, Metrics metrics, Runnable onBroken) {
        SinkFactories factories = new SinkFactories(config, Clock.SYSTEM);
        this.feedSinks = new FeedSinks(config, factories, Clock.SYSTEM);
        var shared = new SharedResources(
                config,
                metrics,
                sink -> permitsOf(config, sink),
                factories,
                feedSinks,
                Clock.SYSTEM,
                fault -> broken(fault, onBroken));
        Stream.concat(
                        relaysOf(config, false).stream().map(RelayConfig::source),
                        config.logs().stream().map(LogConfig::source))
                .distinct()
                .forEach(source -> sources.add(new SourceRelays(
                        config.source(source),
                        relaysOf(config, false).stream()
                                .filter(relay -> relay.source().equals(source))
                                .toList(),
                        config.logs().stream()
                                .filter(log -> log.source().equals(source))
                                .toList(),
                        shared)));
        this.platform = config.platform()
                .map(it -> new EventPlatform(
                        it, config.nodeName(), metrics, Clock.SYSTEM, fault -> broken(fault, onBroken)));
        relaysOf(config, true).stream()
                .collect(Collectors.groupingBy(RelayConfig::source))
                .forEach((source, relays) -> dryRuns.add(new DryRuns(
                        config.source(source), relays, config.nodeName(), Clock.SYSTEM, System.out::println)));
    }

    private static List<RelayConfig> relaysOf(ServerConfig config, boolean dryRun) {
        return config.relays().stream()
                .filter(relay -> relay.dryRun() == dryRun)
                .toList();
    }

    @Override
    public void start() {
        sources.forEach(SourceRelays::start);
        dryRuns.forEach(DryRuns::start);
        platform.ifPresent(EventPlatform::start);
    }

    /** Stops all sources and the platform concurrently, because they share the grace time. */
    @Override
    public StopResult stop(Duration grace) throws InterruptedException {
        var ends = new ConcurrentLinkedQueue<StopResult>();
        List<Thread> stops = Stream.concat(
                        sources.stream().<Stoppable>map(source -> source::stop),
                        platform.stream().<Stoppable>map(it -> it::stop))
                .map(part -> Thread.ofVirtual().name("stop").start(() -> stop(part, grace, ends)))
                .toList();
        for (Thread stop : stops) {
            stop.join();
        }
        dryRuns.forEach(DryRuns::stop);
        feedSinks.close();
        return ends.stream().reduce(StopResult.CLEAN, StopResult::and);
    }

    @Override
    public List<RelayView> relays() {
        List<RelayView> views = new ArrayList<>();
        sources.forEach(source -> views.addAll(source.views()));
        dryRuns.forEach(runs -> views.addAll(runs.views()));
        platform.map(EventPlatform::view).ifPresent(views::add);
        return views;
    }

    @Override
    public List<String> eventRelays() {
        return sources.stream().flatMap(SourceRelays::eventRelays).toList();
    }

    @Override
    public Optional<RelayAdmin> admin(String relay) {
        return sources.stream()
                .flatMap(source -> source.admins().stream())
                .filter(admin -> admin.name().equals(relay))
                .<RelayAdmin>map(admin -> admin)
                .findFirst();
    }

    @Override
    public List<Health.Check> checks() {
        return Stream.concat(
                        sources.stream().flatMap(source -> source.checks().stream()),
                        Stream.concat(
                                dryRuns.stream().map(DryRuns::check),
                                platform.stream().map(EventPlatform::check)))
                .toList();
    }

    @Override
    public Optional<EventPlatform> platform() {
        return platform;
    }

    @Override
    public List<LogAdmin> logs() {
        return sources.stream().flatMap(source -> source.logs().stream()).toList();
    }

    private SharedPermits permitsOf(ServerConfig config, String sink) {
        return permits.computeIfAbsent(
                sink, name -> new SharedPermits(config.sink(name).limits().maxConcurrentRequests()));
    }

    /** A part that stops within a grace time. */
    private interface Stoppable {
        StopResult stop(Duration grace) throws InterruptedException;
    }

    private static void stop(Stoppable part, Duration grace, ConcurrentLinkedQueue<StopResult> ends) {
        try {
            ends.add(part.stop(grace));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a part could not be stopped in good order", e);
            ends.add(new StopResult(false, List.of()));
        }
    }

    private static void broken(Throwable fault, Runnable onBroken) {
        if (fault instanceof PoolingProxyException) {
            // Not a bug of the program: a stack trace would not help an operator.
            LOG.log(Level.ERROR, "{0}", fault.getMessage());
        } else {
            LOG.log(Level.ERROR, "the program is broken and ends", fault);
        }
        onBroken.run();
    }
}
