package dev.signalbox.server.web;

import static org.awaitility.Awaitility.await;

import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.relays.Relays;
import dev.signalbox.runtime.settings.Secret;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node with the event platform alone, on a database of its own, and its HTTP interface. */
final class PlatformNode implements AutoCloseable {
    static final String TOKEN = "a-token-for-the-tests";
    private static final LocalPostgres POSTGRES = LocalPostgres.start(60);
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final AtomicInteger FILES = new AtomicInteger();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String database;
    private final Relays relays;
    private final WebServer web;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpClient client = HttpClient.newHttpClient();

    private PlatformNode(Path folder, String database, String user, String settings) throws Exception {
        this.database = database;
        Path file = Files.writeString(
                folder.resolve(database + "-" + FILES.incrementAndGet() + ".properties"),
                """
                signalbox.platform.enabled=true
                signalbox.platform.database-url=%s
                signalbox.platform.database-username=%s
                signalbox.platform.database-password=secret
                %s
                """.formatted(POSTGRES.jdbcUrl(database), user, settings));
        var config = new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file);
        relays = new Relays(config, new Metrics(registry), () -> {});
        web = WebServer.start(
                new HttpServerConfig("127.0.0.1", 0),
                new WebServer.Services(
                        new BearerAuthenticator(new Secret(TOKEN), Optional.empty(), Clock.SYSTEM),
                        relays,
                        relays::logs,
                        () -> Health.of(relays.checks()),
                        registry,
                        relays.platform()));
        relays.start();
    }

    /** Waits until it is ready. */
    static PlatformNode start(Path folder, String settings) throws Exception {
        PlatformNode node = new PlatformNode(folder, newDatabase(), LocalPostgres.SUPERUSER, settings);
        await().atMost(Duration.ofSeconds(30)).until(node::isReady);
        return node;
    }

    /** Does not wait. */
    static PlatformNode startAs(Path folder, String database, String user) throws Exception {
        return new PlatformNode(folder, database, user, "");
    }

    /** Does not wait. */
    static PlatformNode startOn(Path folder, String database, String settings) throws Exception {
        return new PlatformNode(folder, database, LocalPostgres.SUPERUSER, settings);
    }

    static String newDatabase() {
        String name = "platform" + DATABASES.incrementAndGet();
        POSTGRES.createDatabase(name);
        return name;
    }

    static void sql(String database, String... statements) throws Exception {
        POSTGRES.execute(database, statements);
    }

    /** Runs statements in its database. */
    void execute(String... statements) throws SQLException {
        POSTGRES.execute(database, statements);
    }

    static long count(String database, String table) throws SQLException {
        try (Connection connection = POSTGRES.connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    boolean isReady() throws Exception {
        return get("/health/ready").status() == 200;
    }

    /** An answer, and its body as JSON. */
    record Answer(int status, HttpResponse<String> response) {
        JsonNode json() {
            return JSON.readTree(response.body());
        }

        String text(String member) {
            return json().path(member).asString();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    Answer get(String path) throws Exception {
        return send(request(path).GET());
    }

    Answer delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    /** @param json with single quotes in place of double ones */
    Answer post(String path, String json) throws Exception {
        return send("POST", path, "application/json", json.replace('\'', '"'));
    }

    Answer patch(String path, String json) throws Exception {
        return send("PATCH", path, "application/json", json.replace('\'', '"'));
    }

    Answer send(String method, String path, String type, String body) throws Exception {
        return send(method, path, type, body.getBytes(StandardCharsets.UTF_8));
    }

    Answer send(String method, String path, String type, byte[] body) throws Exception {
        return send(request(path)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    /** Fails if the answer is not as the OpenAPI document says. */
    Answer send(HttpRequest.Builder request) throws Exception {
        HttpRequest built = request.build();
        HttpResponse<String> response = client.send(built, HttpResponse.BodyHandlers.ofString());
        DocumentedApi.check(
                built.method(),
                built.uri().getRawPath(),
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.body());
        return new Answer(response.statusCode(), response);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + TOKEN);
    }

    int port() {
        return web.port();
    }

    WebServer web() {
        return web;
    }

    String metrics() {
        return registry.scrape();
    }

    @Override
    public void close() {
        try {
            relays.stop(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        web.close();
        client.close();
    }
}
