package dev.signalbox.demo;

import dev.signalbox.server.config.ConfigException;
import dev.signalbox.server.config.ConfigLoader;
import dev.signalbox.server.config.HttpConfig;
import dev.signalbox.server.config.Secret;
import dev.signalbox.server.config.ServerConfig;
import dev.signalbox.server.config.Surroundings;
import dev.signalbox.server.logging.Logs;
import dev.signalbox.server.metrics.Metrics;
import dev.signalbox.server.relays.Relays;
import dev.signalbox.server.web.AdminToken;
import dev.signalbox.server.web.CannotListen;
import dev.signalbox.server.web.Health;
import dev.signalbox.server.web.RelayView;
import dev.signalbox.server.web.WebServer;
import io.micrometer.core.instrument.Counter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The real server in this program, made from a configuration file as {@code signalbox serve} would. */
final class RelayNode {
    private final ServerConfig config;
    private final Metrics metrics;
    private final Relays relays;
    private final WebServer web;

    private RelayNode(ServerConfig config, Metrics metrics, Relays relays, WebServer web) {
        this.config = config;
        this.metrics = metrics;
        this.relays = relays;
        this.web = web;
    }

    /** Starts; what is set in the environment for another Signalbox doesn't count here. */
    static RelayNode start(Path file, int port) throws ConfigException, CannotListen {
        ServerConfig loaded = new ConfigLoader(new Surroundings(Map.of(), Map.of())).load(file);
        ServerConfig config = loaded.with(new HttpConfig(loaded.http().address(), port));
        Logs.unite();
        Metrics metrics = Metrics.create();
        CountDownLatch broken = new CountDownLatch(1);
        Relays relays = new Relays(config, metrics, broken::countDown);
        Secret token = config.security().adminToken().orElseThrow();
        WebServer web = WebServer.start(
                config.http(),
                new WebServer.Parts(new AdminToken(token), relays, () -> health(relays, broken), metrics.registry()));
        relays.start();
        return new RelayNode(config, metrics, relays, web);
    }

    int port() {
        return web.port();
    }

    List<RelayView> views() {
        return relays.relays();
    }

    /** The sum of a counter over both relays. */
    long count(String name) {
        return Math.round(metrics.registry().find(name).counters().stream()
                .mapToDouble(Counter::count)
                .sum());
    }

    /** @return ids of messages of which it is not known whether they arrived */
    List<String> stop() throws InterruptedException {
        List<String> unknown = relays.stop(config.shutdownGrace()).unknown();
        web.close();
        metrics.close();
        return unknown;
    }

    private static Health health(Relays relays, CountDownLatch broken) {
        return broken.getCount() > 0
                ? Health.of(relays.checks())
                : Health.of(List.of(new Health.Check("program", Health.Status.DOWN, "broken")));
    }
}
