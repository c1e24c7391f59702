package dev.signalbox.server.relays;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.signalbox.server.config.ConfigLoader;
import dev.signalbox.server.config.HttpConfig;
import dev.signalbox.server.config.Secret;
import dev.signalbox.server.config.Surroundings;
import dev.signalbox.server.metrics.Metrics;
import dev.signalbox.server.web.AdminToken;
import dev.signalbox.server.web.Health;
import dev.signalbox.server.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Relays on a real database with the administration API before them and a destination that obeys the test behind. */
public final class OperatedRelays {
    public static final String TOKEN = "a-token-for-the-tests";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ShopDatabase database;
    private final Path folder;
    private final Metrics metrics = Metrics.create();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer destination;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** What the destination answers, and whether it answers at all. */
    public volatile int status = 200;

    /** How nodes that are started from now on share the work. */
    public volatile String coordination = "leader";

    public final Semaphore answers = new Semaphore(1_000_000);

    /** One node and the port of its administration API. */
    public record Served(Relays relays, int port) {}

    public OperatedRelays(ShopDatabase database, Path folder) throws Exception {
        this.database = database;
        this.folder = folder;
        database.run("DROP TABLE IF EXISTS outbox_events, second_events; DROP SCHEMA IF EXISTS signalbox CASCADE");
        database.createTable("outbox_events");
        destination = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        destination.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        destination.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            answers.acquireUninterruptibly();
            answers.release();
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        destination.start();
    }

    /** A database for all tests of a class. */
    public static AutoCloseable database() throws IOException {
        return ShopDatabase.start();
    }

    public static OperatedRelays on(AutoCloseable database, Path folder) throws Exception {
        return new OperatedRelays((ShopDatabase) database, folder);
    }

    /** Starts a node with the relay events, whose further settings are given as YAML in one line. */
    public Served serve(String node, String settings) throws Exception {
        return serve(node, settings, "", "postgres");
    }

    public Served serve(String node, String settings, String moreRelays, String user) throws Exception {
        Path file = Files.writeString(folder.resolve(node + ".yaml"), """
                signalbox:
                  node-name: %1$s
                  sources:
                    shop: { url: "%2$s", username: %6$s, coordination: %7$s }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%3$d", batch-size: 1 }
                  relays:
                    events: { source: shop, outbox: { table: outbox_events }, sink: api, path: /x, %4$s }
                %5$s
                """.formatted(
                node, database.url(), destination.getAddress().getPort(), settings, moreRelays, user, coordination));
        var config = new ConfigLoader(new Surroundings(Map.of(), Map.of())).load(file);
        Relays relays = new Relays(config, metrics, () -> {});
        WebServer web = WebServer.start(
                new HttpConfig("127.0.0.1", 0),
                new WebServer.Parts(
                        new AdminToken(new Secret(TOKEN)),
                        relays,
                        () -> Health.of(relays.checks()),
                        metrics.registry()));
        relays.start();
        open.push(web);
        open.push(() -> relays.stop(Duration.ofSeconds(2)));
        return new Served(relays, web.port());
    }

    /** Stops the node that was started last, and its API. */
    public void stopLast() throws Exception {
        open.pop().close();
        open.pop().close();
    }

    public void sql(String sql) throws SQLException {
        database.run(sql);
    }

    public int count(String state) throws SQLException {
        return database.count("outbox_events", state);
    }

    /** The table of pauses, which the side schema may not have yet. */
    public void createPauses() throws SQLException {
        database.run("CREATE TABLE IF NOT EXISTS signalbox.relays"
                + " (relay text PRIMARY KEY, paused_at timestamptz, paused_by text, pause_reason text)");
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), "postgres", "");
    }

    public void insert(String id, String group, String state) throws SQLException {
        String processed = state.equals("PENDING") ? "NULL" : "now() AT TIME ZONE 'UTC'";
        String error = state.equals("FAILED") ? "'HTTP 400: no such customer'" : "NULL";
        database.run(
                "INSERT INTO outbox_events VALUES ('%s', 'EVENT', %s, '{\"secret\":1}', '%s', 0, now() AT TIME ZONE 'UTC', %s, %s)"
                        .formatted(id, group.isEmpty() ? "NULL" : "'" + group + "'", state, processed, error));
    }

    public HttpResponse<String> get(Served node, String path) throws Exception {
        return client.send(request(node, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> post(Served node, String path, String body) throws Exception {
        return client.send(
                request(node, path)
                        .header("Content-Type", "application/json")
                        .header("X-Signalbox-Operator", "alice")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    public JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    public JsonNode message(Served node, String id) throws Exception {
        return json(get(node, "/api/relays/events/messages/" + encoded(id)));
    }

    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public String scrape() {
        return metrics.registry().scrape();
    }

    /** Waits until a relay has looked into its table: with a long poll interval it does not look again by itself. */
    public void awaitFirstLook(String relay) {
        Pattern looked = Pattern.compile(
                "signalbox_relay_source_call_seconds_count\\{call=\"claim\",relay=\"" + relay + "\"} [1-9]");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> looked.matcher(scrape()).find());
    }

    private static HttpRequest.Builder request(Served node, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
                .header("Authorization", "Bearer " + TOKEN);
    }

    public void close() throws Exception {
        answers.release(1_000_000);
        while (!open.isEmpty()) {
            open.pop().close();
        }
        destination.stop(0);
        client.close();
        metrics.close();
    }
}
