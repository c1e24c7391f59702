package dev.signalbox.server;

import dev.signalbox.runtime.Lifecycle;
import dev.signalbox.runtime.RelayService;
import dev.signalbox.runtime.ShutdownResult;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.relays.Relays;
import dev.signalbox.server.logging.LoggingBridge;
import dev.signalbox.server.metrics.ProgramMetrics;
import dev.signalbox.server.web.CannotListenException;
import dev.signalbox.server.web.WebServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The running program: its HTTP side and its relays, and the order in which they come and go. */
public final class Server {
    private static final System.Logger LOG = System.getLogger(Server.class.getName());

    private final Duration grace;
    private final WebServer web;
    private final ProgramMetrics metrics;
    private final RelayService relayService;
    private final Lifecycle lifecycle;
    private final CountDownLatch broken;
    private @Nullable ExitCode result;

    private Server(
            Duration grace,
            WebServer web,
            ProgramMetrics metrics,
            RelayService relayService,
            Lifecycle lifecycle,
            CountDownLatch broken) {
        this.grace = grace;
        this.web = web;
        this.metrics = metrics;
        this.relayService = relayService;
        this.lifecycle = lifecycle;
        this.broken = broken;
    }

    /** Starts all that the configuration asks for. */
    public static Server start(ServerConfig config, ProcessEnvironment processEnvironment)
            throws CannotListenException {
        Server server = start(config, processEnvironment, (metrics, onBroken) -> new Relays(config, metrics, onBroken));
        Runtime.getRuntime().addShutdownHook(new Thread(server::haltAfterStop, "stop"));
        return server;
    }

    static Server start(
            ServerConfig config,
            ProcessEnvironment processEnvironment,
            BiFunction<Metrics, Runnable, RelayService> relayServices)
            throws CannotListenException {
        LoggingBridge.install();
        config.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        ProgramMetrics metrics = ProgramMetrics.create();
        CountDownLatch broken = new CountDownLatch(1);
        RelayService relayService = relayServices.apply(metrics.relays(), broken::countDown);
        Lifecycle lifecycle = new Lifecycle("program", relayService);
        AdminAccess access = AdminAccess.of(config.security());
        WebServer web = WebServer.start(
                config.http(),
                new WebServer.Services(
                        access.doorkeeper(), relayService, relayService::logs, lifecycle, metrics.registry()));
        access.announce(processEnvironment.environment(), web.port());
        relayService.start();
        lifecycle.enter(Lifecycle.Phase.RUNNING);
        LOG.log(
                System.Logger.Level.INFO,
                "node {0} listens on {1} port {2,number,#}, runs {3} relays and follows logs for {4} pairs of topic and publisher",
                config.nodeName(),
                config.http().address(),
                web.port(),
                config.relays().size(),
                config.logs().stream().mapToInt(log -> log.feeds().size()).sum());
        return new Server(config.shutdownGrace(), web, metrics, relayService, lifecycle, broken);
    }

    /** The port of the HTTP side. */
    public int port() {
        return web.port();
    }

    /** Waits until the program is broken, and stops it then; a signal ends the process from elsewhere. */
    public ExitCode awaitEnd() throws InterruptedException {
        broken.await();
        return stop(ExitCode.FAILED);
    }

    /** Stops in good order: the relays first, so that health and metrics can be read until the end. */
    synchronized ExitCode stop(ExitCode wanted) {
        if (result == null) {
            lifecycle.enter(Lifecycle.Phase.STOPPING);
            LOG.log(System.Logger.Level.INFO, "stopping, for at most {0} s", grace.toSeconds());
            ExitCode stopped = stopDelivery();
            result = wanted == ExitCode.OK ? stopped : wanted;
            web.close();
            metrics.close();
        }
        return result;
    }

    private ExitCode stopDelivery() {
        return switch (ShutdownResult.stop(relayService, grace)) {
            case CLEAN -> ExitCode.OK;
            case LEFT_OVER -> ExitCode.FAILED;
            case UNKNOWN_OUTCOMES -> ExitCode.UNKNOWN_OUTCOMES;
        };
    }

    /** A process that ends by a signal would not tell a clean stop from another; halting gives it our own exit code. */
    private void haltAfterStop() {
        Runtime.getRuntime().halt(stop(ExitCode.OK).code());
    }
}
