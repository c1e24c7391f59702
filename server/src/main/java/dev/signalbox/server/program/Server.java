package dev.signalbox.server.program;

import dev.signalbox.runtime.Lifecycle;
import dev.signalbox.runtime.RelayService;
import dev.signalbox.runtime.ShutdownResult;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.relays.Relays;
import dev.signalbox.server.logging.Slf4jLoggerFinder;
import dev.signalbox.server.web.WebServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The running program: its HTTP server and its relays, started and stopped in order. */
public final class Server {
    private static final System.Logger LOG = System.getLogger(Server.class.getName());

    private final Duration grace;
    private final ProgramMetrics metrics = new ProgramMetrics();
    private final CountDownLatch broken = new CountDownLatch(1);
    private final RelayService relayService;
    private final Lifecycle lifecycle;
    private final WebServer web;
    private @Nullable ExitCode result;

    Server(
            ServerConfig config,
            ProcessEnvironment processEnvironment,
            BiFunction<Metrics, Runnable, RelayService> factory)
            throws WebServer.CannotListenException {
        Slf4jLoggerFinder.bridgeJavaLogging();
        config.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        grace = config.shutdownGrace();
        relayService = factory.apply(metrics.relays(), broken::countDown);
        lifecycle = new Lifecycle("program", relayService);
        AdminAccess access = new AdminAccess(config.security());
        web = WebServer.start(
                config.http(),
                new WebServer.Services(
                        access.authenticator(),
                        relayService,
                        relayService::logs,
                        lifecycle::health,
                        metrics.registry(),
                        relayService.platform()));
        web.monitoringPort()
                .ifPresent(port ->
                        LOG.log(System.Logger.Level.INFO, "health and metrics are also on port {0,number,#}", port));
        access.announce(processEnvironment.environment(), web.port());
        relayService.start();
        lifecycle.enter(Lifecycle.Phase.RUNNING);
        LOG.log(
                System.Logger.Level.INFO,
                "node {0} listens on {1} port {2,number,#} and runs {3} relays and {4} feeds of event logs",
                config.nodeName(),
                config.http().address(),
                web.port(),
                config.relays().size(),
                config.logs().stream().mapToInt(log -> log.feeds().size()).sum());
    }

    public static Server start(ServerConfig config, ProcessEnvironment processEnvironment)
            throws WebServer.CannotListenException {
        Server server =
                new Server(config, processEnvironment, (metrics, onBroken) -> new Relays(config, metrics, onBroken));
        Runtime.getRuntime().addShutdownHook(new Thread(server::haltAfterStop, "stop"));
        return server;
    }

    public int port() {
        return web.port();
    }

    /** Waits until the program breaks, then stops it; a signal ends the process through the shutdown hook. */
    public ExitCode awaitEnd() throws InterruptedException {
        broken.await();
        return stop(ExitCode.FAILED);
    }

    /** Stops the relays first, so that health and metrics are available until the end. */
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

    /** Halts with our own exit code, because the one for a signal does not show whether the stop was clean. */
    private void haltAfterStop() {
        Runtime.getRuntime().halt(stop(ExitCode.OK).code());
    }
}
