package dev.signalbox.spring.relay;

import dev.signalbox.runtime.Lifecycle;
import dev.signalbox.runtime.ShutdownResult;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.RelayAdmin;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.relays.Relays;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** The relays inside the application, which run from its start to its end. */
public final class EmbeddedRelays implements SmartLifecycle {
    /**
     * Between the web server's phases: relays start when it accepts requests and stop after the last request, so that
     * everything a request has committed is still delivered. Databases are closed after all phases.
     */
    public static final int PHASE = DEFAULT_PHASE - 1024 - 512;

    private static final System.Logger LOG = System.getLogger(EmbeddedRelays.class.getName());

    private final ServerConfig config;
    private final ShutdownTime shutdown;
    private final Supplier<Metrics> metrics;
    private volatile @Nullable Run run;

    /** One run from start to stop; another may follow. */
    private static final class Run {
        private final Relays relays;
        private final Metrics metrics;
        private final Lifecycle lifecycle;
        private boolean ended;

        Run(Relays relays, Metrics metrics) {
            this.relays = relays;
            this.metrics = metrics;
            this.lifecycle = new Lifecycle("relays", relays);
        }

        /** Ends only once: relays that broke have already ended when the application stops. */
        synchronized void end(Duration grace, Lifecycle.Phase why) {
            if (!ended) {
                ended = true;
                lifecycle.enter(why);
                ShutdownResult.stop(relays, grace);
                metrics.close();
            }
        }
    }

    EmbeddedRelays(ServerConfig config, ShutdownTime shutdown, Supplier<Metrics> metrics) {
        this.config = config;
        this.shutdown = shutdown;
        this.metrics = metrics;
    }

    @Override
    public synchronized void start() {
        if (run != null) {
            return;
        }
        Stream.concat(config.warnings().stream(), shutdown.warning().stream())
                .forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        Metrics registered = metrics.get();
        Run started = new Run(new Relays(config, registered, this::broken), registered);
        run = started;
        started.relays.start();
        started.lifecycle.enter(Lifecycle.Phase.RUNNING);
        LOG.log(
                System.Logger.Level.INFO,
                "node {0} runs {1} relays and {2} feeds of event logs inside the application",
                config.nodeName(),
                config.relays().size(),
                config.logs().stream().mapToInt(log -> log.feeds().size()).sum());
    }

    /** Waits for requests in flight, without delaying the other components of this phase. */
    @Override
    public void stop(Runnable callback) {
        Thread.ofVirtual().name("stop-relays").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    @Override
    public synchronized void stop() {
        Run ending = run;
        if (ending != null) {
            Duration grace = shutdown.grace();
            LOG.log(System.Logger.Level.INFO, "stopping the relays, for at most {0} s", grace.toSeconds());
            ending.end(grace, Lifecycle.Phase.STOPPING);
            run = null;
        }
    }

    @Override
    public boolean isRunning() {
        return run != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** The health of the relays; empty while they do not run. */
    public Optional<Health> health() {
        return Optional.ofNullable(run).map(it -> it.lifecycle.health());
    }

    public String node() {
        return config.nodeName();
    }

    /** All relays from this node's memory; none while they do not run. */
    public List<RelayView> relays() {
        return running().map(Relays::relays).orElse(List.of());
    }

    /** One relay, with the state in its database. */
    Optional<RelayView> relay(String name) {
        return running()
                .flatMap(it -> it.admin(name)
                        .map(RelayAdmin::view)
                        .or(() -> it.relays().stream()
                                .filter(relay -> relay.name().equals(name))
                                .findFirst()));
    }

    List<LogAdmin> logs() {
        return running().map(Relays::logs).orElse(List.of());
    }

    private Optional<Relays> running() {
        return Optional.ofNullable(run).map(it -> it.relays);
    }

    /**
     * The application continues; its other instances take over, and the health of this one shows that it delivers nothing.
     */
    private void broken() {
        Thread.ofVirtual().name("end-of-relays").start(() -> {
            Run ending = run;
            if (ending != null) {
                ending.end(shutdown.grace(), Lifecycle.Phase.BROKEN);
            }
        });
    }
}
