package dev.signalbox.server.operation;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.relays.Relays;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.server.program.ProgramMetrics;
import dev.signalbox.server.web.BearerAuthenticator;
import dev.signalbox.server.web.WebServer;
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
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Relays with their administration API, and a destination that the test controls. */
public class RelaysWithApiFixture {
    public static final String TOKEN = "a-token-for-the-tests";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path folder;
    private final ProgramMetrics metrics = new ProgramMetrics();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer destination;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** The response of the destination, and whether it responds at all. */
    public volatile int status = 200;

    /** Bodies with this text are rejected; empty for none. */
    public volatile String refused = "";

    public final Semaphore answers = new Semaphore(1_000_000);

    /** One node and the port of its administration API. */
    public record ServedNode(Relays relays, int port) {}

    public RelaysWithApiFixture(Path folder) throws Exception {
        this.folder = folder;
        destination = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        destination.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        destination.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            answers.acquireUninterruptibly();
            answers.release();
            boolean bad = !refused.isEmpty() && body.contains(refused);
            exchange.sendResponseHeaders(bad ? 400 : status, -1);
            exchange.close();
        });
        destination.start();
    }

    final int destinationPort() {
        return destination.getAddress().getPort();
    }

    /** Starts a node with this configuration. */
    final ServedNode serveYaml(String node, String yaml) throws Exception {
        Path file = Files.writeString(folder.resolve(node + ".yaml"), yaml);
        var config = new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file);
        Relays relays = new Relays(config, metrics.relays(), () -> {});
        WebServer web = WebServer.start(
                new HttpServerConfig("127.0.0.1", 0),
                new WebServer.Services(
                        new BearerAuthenticator(new Secret(TOKEN), Optional.empty(), Clock.SYSTEM),
                        relays,
                        relays::logs,
                        () -> Health.of(relays.checks()),
                        metrics.registry(),
                        relays.platform()));
        relays.start();
        open.push(web);
        open.push(() -> relays.stop(Duration.ofSeconds(2)));
        return new ServedNode(relays, web.port());
    }

    /** Stops the last started node and its API. */
    public final void stopLast() throws Exception {
        open.pop().close();
        open.pop().close();
    }

    public HttpResponse<String> get(ServedNode node, String path) throws Exception {
        return client.send(request(node, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> post(ServedNode node, String path, String body) throws Exception {
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

    public JsonNode message(ServedNode node, String id) throws Exception {
        return json(get(node, "/api/relays/events/messages/" + encoded(id)));
    }

    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public String scrape() {
        return metrics.registry().scrape();
    }

    /** Waits until a relay has polled its table: with a long poll interval it does not poll again by itself. */
    public void awaitFirstLook(String relay) {
        Pattern looked = Pattern.compile(
                "signalbox_relay_source_call_seconds_count\\{call=\"claim\",relay=\"" + relay + "\"} [1-9]");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> looked.matcher(scrape()).find());
    }

    private static HttpRequest.Builder request(ServedNode node, String path) {
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
