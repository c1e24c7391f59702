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
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** The relays that run inside the application, from the moment that it is up until its end. */
public final class EmbeddedRelays implements SmartLifecycle {
    /**
     * Between the web server's phases: they start when it accepts requests and end after the last of these was answered, so that
     * what a request has committed is still delivered. Databases are closed only after all phases.
     */
    public static final int PHASE = DEFAULT_PHASE - 1024 - 512;

    private static final System.Logger LOG = System.getLogger(EmbeddedRelays.class.getName());

    private final ServerConfig config;
    private final ShutdownTime shutdown;
    private final Supplier<Metrics> metrics;
    private volatile @Nullable Run run;

    /** From one start to its end; after an end there may be another start. */
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

        void begin() {
            relays.start();
            lifecycle.enter(Lifecycle.Phase.RUNNING);
        }

        /** Only once: relays that broke have ended already when the application does. */
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
        config.warnings().forEach(EmbeddedRelays::warn);
        shutdown.warning().ifPresent(EmbeddedRelays::warn);
        Metrics figures = metrics.get();
        Run started = new Run(new Relays(config, figures, this::broken), figures);
        run = started;
        started.begin();
        LOG.log(
                System.Logger.Level.INFO,
                "node {0} runs {1} relays inside the application and follows logs for {2} pairs of topic and publisher",
                config.nodeName(),
                config.relays().size(),
                config.logs().stream().mapToInt(log -> log.feeds().size()).sum());
    }

    /** Waits for requests under way, without keeping the other parts of this phase from ending. */
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
            LOG.log(
                    System.Logger.Level.INFO,
                    "stopping the relays, for at most {0} s",
                    shutdown.grace().toSeconds());
            ending.end(shutdown.grace(), Lifecycle.Phase.STOPPING);
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

    /** How the relays are; empty while they do not run. */
    public Optional<Health> health() {
        return Optional.ofNullable(run).map(it -> it.lifecycle.health());
    }

    /** What this node is called. */
    public String node() {
        return config.nodeName();
    }

    /** All relays, as this node's memory has them; none while they do not run. */
    public List<RelayView> relays() {
        Run now = run;
        return now == null ? List.of() : now.relays.relays();
    }

    /** One relay, with what its database says. */
    Optional<RelayView> relay(String name) {
        Run now = run;
        return now == null
                ? Optional.empty()
                : now.relays
                        .admin(name)
                        .map(RelayAdmin::view)
                        .or(() -> now.relays.relays().stream()
                                .filter(relay -> relay.name().equals(name))
                                .findFirst());
    }

    List<LogAdmin> logs() {
        Run now = run;
        return now == null ? List.of() : now.relays.logs();
    }

    /** The application goes on; the work is left to its other instances, and the health says that this one does none. */
    private void broken() {
        Thread.ofVirtual().name("end-of-relays").start(() -> {
            Run ending = run;
            if (ending != null) {
                ending.end(shutdown.grace(), Lifecycle.Phase.BROKEN);
            }
        });
    }

    private static void warn(String text) {
        LOG.log(System.Logger.Level.WARNING, text);
    }
}
