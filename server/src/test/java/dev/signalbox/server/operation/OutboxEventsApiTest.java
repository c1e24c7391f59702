package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Catbox's events over HTTP. */
@SuppressWarnings("NullAway.Init") // set before each test
class OutboxEventsApiTest {
    private static final String EVENTS = "/api/outbox-events";
    private static final String RELAY =
            "    %1$s: { source: shop, outbox: { layout: catbox, table: %1$s }, sink: api, path: /x, %2$s }\n";
    private static FlowCatalystDatabase database;
    private RelaysWithApiFixture world;

    @BeforeAll
    static void startDatabase() throws Exception {
        database = FlowCatalystDatabase.start();
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        database.close();
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        world = new RelaysWithApiFixture(folder);
        database.run("DROP TABLE IF EXISTS orders, bills; DROP SCHEMA IF EXISTS signalbox CASCADE");
        for (String table : new String[] {"orders", "bills"}) {
            database.run("""
                    CREATE TABLE %1$s (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, aggregate_type TEXT, aggregate_id TEXT,
                        event_type TEXT NOT NULL, correlation_id TEXT, payload TEXT NOT NULL,
                        created_at TIMESTAMP NOT NULL DEFAULT (now() AT TIME ZONE 'UTC'), sent_at TIMESTAMP, in_progress_until TIMESTAMP);
                    CREATE INDEX ON %1$s (aggregate_id, created_at) WHERE sent_at IS NULL AND in_progress_until IS NULL;
                    CREATE INDEX ON %1$s (aggregate_id, in_progress_until)
                        WHERE sent_at IS NULL AND in_progress_until IS NOT NULL""".formatted(table));
        }
    }

    @AfterEach
    void stop() throws Exception {
        world.close();
    }

    @Test
    void eventsAreListedSearchedAndSentAgain() throws Exception {
        database.run(
                "INSERT INTO orders (aggregate_type, aggregate_id, event_type, correlation_id, payload)"
                        + " SELECT 'Order', 'o' || s % 3, 'OrderCreated', 'c' || s, '{\"n\":' || s || '}' FROM generate_series(1, 5) s");
        ServedNode node = serve(RELAY.formatted("orders", "poll: { interval: 50ms }"));
        await().atMost(Duration.ofSeconds(20)).until(() -> sent() == 5);

        assertSearched(node);
        assertListed(node);

        world.answers.drainPermits();
        assertThat(world.post(node, EVENTS + "/3/mark-unsent", "").statusCode()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(world.json(world.get(node, EVENTS + "/pending")))
                        .singleElement()
                        .satisfies(it -> assertThat(it.path("state").asString()).isEqualTo("PROCESSING")));
        assertThat(world.post(node, EVENTS + "/3/mark-unsent", "").statusCode())
                .as("it is being sent")
                .isEqualTo(409);
        world.answers.release(1_000_000);
        await().atMost(Duration.ofSeconds(10)).until(() -> sent() == 5);
        assertThat(world.post(node, EVENTS + "/99/mark-unsent", "").statusCode())
                .isEqualTo(404);
        assertThat(world.post(node, EVENTS + "/x/mark-unsent", "").statusCode()).isEqualTo(404);
    }

    private void assertSearched(ServedNode node) throws Exception {
        JsonNode page = world.json(world.get(
                node,
                EVENTS + "/search?page=1&size=2&aggregateType=Order&eventType=OrderCreated&sortBy=id&direction=desc"));
        assertThat(page.path("totalElements").asInt()).isEqualTo(5);
        assertThat(page.path("totalPages").asInt()).isEqualTo(3);
        assertThat(page.path("number").asInt()).isEqualTo(1);
        assertThat(page.path("last").asBoolean()).isFalse();
        JsonNode third = page.path("content").get(0);
        assertThat(third.path("id").isIntegralNumber()).isTrue();
        assertThat(third.path("id").asInt()).isEqualTo(3);
        assertThat(third.path("payload").asString()).isEqualTo("{\"n\":3}");
        assertThat(third.path("correlationId").asString()).isEqualTo("c3");
        assertThat(third.path("sentAt").asString()).endsWith("Z");
        assertThat(third.has("inProgressUntil")).isTrue();
    }

    private void assertListed(ServedNode node) throws Exception {
        assertThat(world.json(world.get(node, EVENTS + "/pending"))).isEmpty();
        HttpResponse<String> two = world.get(node, EVENTS + "?size=2");
        assertThat(world.json(two)).hasSize(2);
        assertThat(two.headers().firstValue("Link").orElseThrow())
                .isEqualTo("</api/outbox-events?size=2&page=1>; rel=\"next\"");
    }

    @Test
    void allProblemsAreReportedAtOnce() throws Exception {
        ServedNode node = serve(RELAY.formatted("orders", "poll: { interval: 1h }"));
        HttpResponse<String> bad = world.get(
                node, EVENTS + "/search?page=-1&size=201&sortBy=id%3BDROP&direction=UP&pendingOnly=maybe&colour=red");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(world.json(bad).path("errors"))
                .extracting(error -> error.path("parameter").asString())
                .containsExactlyInAnyOrder("page", "size", "sortBy", "direction", "pendingOnly", "colour");
        assertThat(world.get(node, EVENTS + "/search?size=100&page=100").statusCode())
                .as("deeper than pages go")
                .isEqualTo(400);
        HttpRequest stranger = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + EVENTS))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(stranger, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void whereThereAreSeveralTheRequestSaysWhich() throws Exception {
        ServedNode node =
                serve(RELAY.formatted("orders", "poll: { interval: 1h }") + RELAY.formatted("bills", "max-retries: 3"));
        HttpResponse<String> which = world.get(node, EVENTS);
        assertThat(which.statusCode()).isEqualTo(400);
        assertThat(which.body()).contains("orders", "bills");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> world.get(node, EVENTS + "?relay=bills").statusCode() == 200);
        assertThat(world.get(node, EVENTS + "?relay=others").statusCode()).isEqualTo(404);
    }

    @Test
    void sentEventsMoveToTheArchiveAndDeadLettersStay() throws Exception {
        database.run(
                "DROP TABLE IF EXISTS orders_archive; CREATE TABLE orders_archive (LIKE orders, PRIMARY KEY (id))");
        world.refused = "bad";
        database.run(
                "INSERT INTO orders (aggregate_id, event_type, payload) VALUES ('a', 'E', '\"good\"'), ('b', 'E', '\"bad\"')");
        ServedNode node =
                serve("    orders: { source: shop, outbox: { layout: catbox, table: orders, archive: { after: 1s } },"
                        + " sink: api, path: /x, poll: { interval: 100ms } }\n");
        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("orders_archive") == 1);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(world.json(world.get(node, EVENTS)))
                        .singleElement()
                        .satisfies(it -> assertThat(it.path("state").asString()).isEqualTo("FAILED")));
        HttpResponse<String> gone = world.post(node, EVENTS + "/1/mark-unsent", "");
        assertThat(gone.statusCode()).isEqualTo(404);
        assertThat(gone.body()).contains("orders_archive");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> world.scrape().contains("signalbox_relay_archived_total{relay=\"orders\"} 1.0"));

        world.refused = "";
        assertThat(world.post(node, EVENTS + "/2/mark-unsent", "").statusCode()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(20)).until(() -> database.count("orders_archive") == 2);
        database.run("DROP TABLE orders_archive");
    }

    private static int sent() throws Exception {
        return database.count("orders WHERE sent_at IS NOT NULL");
    }

    private ServedNode serve(String relays) throws Exception {
        ServedNode node = world.serveYaml("one", """
                signalbox:
                  node-name: one
                  sources:
                    shop: { url: "%s", username: postgres, wake-up: off }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%d", batch-size: 1 }
                  relays:
                %s""".formatted(database.url(), world.destinationPort(), relays));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.relays().admin("orders").isPresent());
        return node;
    }
}
