package dev.signalbox.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.spring.relay.orders.IncomingMessages;
import dev.signalbox.spring.relay.orders.Orders;
import dev.signalbox.spring.relay.orders.OrdersApplication;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An application with a web server that is its own destination; its health is read over HTTP. */
class WebApplicationTest {
    private final TestDatabase database = TestDatabase.empty();
    private final HttpClient client = HttpClient.newHttpClient();

    /** The application's own scripts create the table before the relays start. */
    private ConfigurableApplicationContext start(Path folder, int port) throws Exception {
        Path schema =
                Files.writeString(folder.resolve("schema.sql"), PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        Path file = Files.writeString(folder.resolve("application.yaml"), """
                server.port: %1$d
                spring:
                  main.banner-mode: off
                  datasource: { url: "%2$s", username: postgres }
                  sql.init: { mode: always, schema-locations: "file:%3$s" }
                management:
                  endpoints.web.exposure.include: health,signalbox,signalboxrelays
                  endpoint.health.show-details: always
                signalbox:
                  relay: { enabled: true }
                  sources:
                    shop: { wake-up: off, pool-size: 3 }
                  sinks:
                    self: { base-url: "http://127.0.0.1:${server.port}", path: /incoming }
                  relays:
                    orders: { source: shop, outbox: { layout: signalbox }, sink: self }
                """.formatted(port, database.url(), schema));
        return new SpringApplicationBuilder(OrdersApplication.class).run("--spring.config.location=file:" + file);
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private JsonNode get(int port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return JsonMapper.shared()
                .readTree(client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    @Test
    void theApplicationDeliversToItselfAndTellsOfIt(@TempDir Path folder) throws Exception {
        int port = freePort();
        try (ConfigurableApplicationContext application = start(folder, port)) {
            application.getBean(Orders.class).change("x", 7);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> application
                            .getBean(IncomingMessages.class)
                            .bodies()
                            .contains("[{\"order\":\"x\",\"number\":7}]"));
            JsonNode health = get(port, "/actuator/health").at("/components/signalboxRelay");
            assertThat(health.at("/status").asString()).isEqualTo("UP");
            assertThat(health.at("/details/checks/source shop").asString()).isEqualTo("UP");
            assertThat(health.at("/details/relays/orders").asString()).isEqualTo("DELIVERING");
            JsonNode relay = get(port, "/actuator/signalboxrelays").at("/relays/0");
            assertThat(relay.at("/name").asString()).isEqualTo("orders");
            assertThat(relay.at("/state").asString()).isEqualTo("DELIVERING");
            JsonNode one = get(port, "/actuator/signalboxrelays/orders");
            assertThat(one.at("/coordination").asString()).isEqualTo("shards");
            assertThat(one.at("/owners/0/shards").asInt()).isEqualTo(64);
            assertThat(get(port, "/actuator/signalbox").at("/outbox/state").asString())
                    .isEqualTo("READY");
        }
    }

    @Test
    void theRelaysRunWhileTheWebServerDoes() {
        assertThat(EmbeddedRelays.PHASE)
                .isGreaterThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE)
                .isLessThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
    }
}
