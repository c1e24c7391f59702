package dev.signalbox.runtime.relays;

import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.Stopped;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.runtime.Delivery;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.office.Health;
import dev.signalbox.runtime.office.LogOffice;
import dev.signalbox.runtime.office.RelayOffice;
import dev.signalbox.runtime.office.RelayView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** All relays that the configuration asks for. */
public final class Relays implements Delivery {
    private static final System.Logger LOG = System.getLogger(Relays.class.getName());

    private final List<SourceRelays> sources = new ArrayList<>();
    private final Map<String, SharedPermits> permits = new ConcurrentHashMap<>();
    private final PairSinks pairSinks;

    /** @param onBroken called when there is no sense in going on */
    public Relays(ServerConfig config, Metrics metrics, Runnable onBroken) {
        Sinks sinks = new Sinks(config, Clock.SYSTEM);
        this.pairSinks = new PairSinks(config, sinks, Clock.SYSTEM);
        var shared = new SourceRelays.Shared(
                config,
                metrics,
                sink -> permitsOf(config, sink),
                sinks,
                pairSinks,
                Clock.SYSTEM,
                fault -> broken(fault, onBroken));
        Stream.concat(
                        config.relays().stream().map(RelayConfig::source),
                        config.logs().stream().map(LogConfig::source))
                .distinct()
                .forEach(source -> sources.add(new SourceRelays(
                        config.source(source),
                        config.relays().stream()
                                .filter(relay -> relay.source().equals(source))
                                .toList(),
                        config.logs().stream()
                                .filter(log -> log.source().equals(source))
                                .toList(),
                        shared)));
    }

    @Override
    public void start() {
        sources.forEach(SourceRelays::start);
    }

    /** All sources at once: the grace time is for all of them together. */
    @Override
    public Stopped stop(Duration grace) throws InterruptedException {
        var ends = new ConcurrentLinkedQueue<Stopped>();
        List<Thread> stops = sources.stream()
                .map(source -> Thread.ofVirtual().name("stop").start(() -> stop(source, grace, ends)))
                .toList();
        for (Thread stop : stops) {
            stop.join();
        }
        pairSinks.close();
        return ends.stream().reduce(Stopped.CLEAN, Stopped::and);
    }

    @Override
    public List<RelayView> relays() {
        return sources.stream().flatMap(source -> source.views().stream()).toList();
    }

    @Override
    public List<String> eventRelays() {
        return sources.stream().flatMap(SourceRelays::eventRelays).toList();
    }

    @Override
    public Optional<RelayOffice> office(String relay) {
        return sources.stream()
                .flatMap(source -> source.offices().stream())
                .filter(office -> office.name().equals(relay))
                .<RelayOffice>map(office -> office)
                .findFirst();
    }

    @Override
    public List<Health.Check> checks() {
        return sources.stream().flatMap(source -> source.checks().stream()).toList();
    }

    @Override
    public List<LogOffice> logs() {
        return sources.stream().flatMap(source -> source.logs().stream()).toList();
    }

    private SharedPermits permitsOf(ServerConfig config, String sink) {
        return permits.computeIfAbsent(
                sink, name -> new SharedPermits(config.sink(name).limits().maxConcurrentRequests()));
    }

    private static void stop(SourceRelays source, Duration grace, ConcurrentLinkedQueue<Stopped> ends) {
        try {
            ends.add(source.stop(grace));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a source could not be stopped in good order", e);
            ends.add(new Stopped(false, List.of()));
        }
    }

    private static void broken(Throwable fault, Runnable onBroken) {
        if (fault instanceof PoolingProxyException) {
            // Not a fault of the program: where it happened says nothing to an operator.
            LOG.log(System.Logger.Level.ERROR, "{0}", fault.getMessage());
        } else {
            LOG.log(System.Logger.Level.ERROR, "the program is broken and ends", fault);
        }
        onBroken.run();
    }
}
