package dev.signalbox.runtime.relays;

import com.sun.net.httpserver.HttpServer;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs relays and logs of a configuration file on a real database, with a destination that records what it gets. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class RelaysFixture {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    static final Duration GRACE = Duration.ofSeconds(10);

    @AutoClose
    static FlowCatalystDatabase database;

    final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    final AtomicInteger status = new AtomicInteger(201);
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final Metrics metrics = new Metrics(registry);
    HttpServer api;

    @TempDir
    Path folder;

    @BeforeAll
    static void startDatabase() throws Exception {
        database = FlowCatalystDatabase.start();
    }

    @BeforeEach
    void startApi() throws Exception {
        database.run("DROP TABLE IF EXISTS outbox_events, outbox_dispatch_jobs");
        database.createTable("outbox_events");
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        api.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        api.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (status.get() < 300) {
                ID.matcher(body).results().forEach(match -> received.add(match.group(1)));
            }
            requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        api.start();
    }

    @AfterEach
    void stopApi() {
        api.stop(0);
        metrics.close();
    }

    /** Starts what a configuration file describes. */
    final Relays started(Path file) throws Exception {
        return started(new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file));
    }

    final Relays started(ServerConfig config) throws Exception {
        Relays relays = new Relays(config, metrics, () -> {
            throw new AssertionError("broken");
        });
        relays.start();
        return relays;
    }
}
