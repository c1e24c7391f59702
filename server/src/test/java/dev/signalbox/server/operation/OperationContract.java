package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The user's and operator's view of a relay, on any database. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class OperationContract {
    private static final String RELAY = "/api/relays/events";

    private OutboxDatabase database;
    private RelaysWithApiFixture world;

    abstract OutboxDatabase open() throws SQLException;

    /** The table settings, as YAML in one line. */
    String outbox() {
        return "table: outbox_events";
    }

    /** The claim mode. */
    String claimMode() {
        return "mark";
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        database = open();
        world = new RelaysWithApiFixture(folder);
    }

    @AfterEach
    void stop() throws Exception {
        if (world != null) {
            world.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Test
    void messagesAreDeliveredAndWhatFailedCanBeSeenAndRetried() throws Exception {
        world.refused = "bad";
        for (int i = 0; i < 20; i++) {
            database.insert("m" + i, "group-" + i % 3);
        }
        database.insert("bad", "group-x");
        ServedNode node = serve("poll: { interval: 500ms }");

        awaitThat(() -> database.count("COMPLETED") == 20 && database.count("FAILED") == 1);
        assertThat(world.get(node, "/health/ready").statusCode()).isEqualTo(200);
        JsonNode relay = world.json(world.get(node, RELAY));
        assertThat(relay.path("holding").asString()).isEqualTo(claimMode());
        assertThat(relay.path("coordination").asString()).isEqualTo("shards");
        assertThat(relay.path("owners").get(0).path("node").asString()).isEqualTo("one");
        assertThat(relay.path("backlog").path("value").asInt()).isZero();
        JsonNode failed = world.json(world.get(node, RELAY + "/messages?state=failed"));
        assertThat(failed.path("messages").get(0).path("id").asString()).isEqualTo("bad");
        assertThat(world.message(node, "bad").path("why").toString()).contains("400");

        world.refused = "";
        assertThat(world.post(node, RELAY + "/messages/bad/retry", "{}").statusCode())
                .isEqualTo(200);

        awaitThat(() -> database.count("COMPLETED") == 21);
        assertThat(world.scrape())
                .contains("signalbox_relay_operator_actions_total{action=\"retry\",relay=\"events\"} 1.0");
    }

    @Test
    void aPausedRelayWaitsUntilItIsResumed() throws Exception {
        ServedNode node = serve("poll: { interval: 100ms }");
        awaitThat(() -> state(node) == RelayView.State.DELIVERING);
        JsonNode paused = world.json(world.post(node, RELAY + "/pause", "{\"reason\":\"a new database\"}"));
        assertThat(paused.path("state").asString()).isEqualTo("PAUSED");
        awaitThat(() -> state(node) == RelayView.State.PAUSED);
        database.insert("waits", "group");

        awaitThat(() -> reasons(node, "waits").contains("paused"));
        assertThat(database.count("PENDING")).isEqualTo(1);
        assertThat(world.post(node, RELAY + "/resume", "").statusCode()).isEqualTo(200);

        awaitThat(() -> database.count("COMPLETED") == 1);
    }

    @Test
    void messagesOfOddTimesAreShownAndDeliveredLikeOthers() throws Exception {
        world.status = 503;
        List<String> odd = database.insertAtOddTimes("odd");
        database.insert("good", "group");
        ServedNode node = serve("poll: { interval: 100ms }");
        awaitThat(() -> state(node) == RelayView.State.OUTAGE);

        JsonNode relay = world.json(world.get(node, RELAY));
        assertThat(relay.path("backlog").path("value").asInt()).isEqualTo(odd.size() + 1);
        for (String state : List.of("pending", "processing", "failed")) {
            assertThat(world.get(node, RELAY + "/messages?state=" + state).statusCode())
                    .isEqualTo(200);
        }
        for (String id : odd) {
            assertThat(world.get(node, RELAY + "/messages/" + id).statusCode()).isEqualTo(200);
        }
        world.status = 200;

        awaitThat(() -> database.count("COMPLETED") == odd.size() + 1);
    }

    @Test
    void aNewMessageIsFoundLongBeforeThePollInterval() throws Exception {
        serve("poll: { interval: 1h }");
        world.awaitFirstLook("events");

        database.insert("new", "group");

        awaitThat(() -> database.count("COMPLETED") == 1);
    }

    private ServedNode serve(String settings) throws Exception {
        return world.serveYaml("one", """
                signalbox:
                  node-name: one
                  sources:
                    shop: { %s }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%d" }
                  relays:
                    events: { source: shop, outbox: { %s }, sink: api, path: /x, %s }
                """.formatted(database.source(), world.destinationPort(), outbox(), settings));
    }

    private List<String> reasons(ServedNode node, String id) throws Exception {
        List<String> reasons = new ArrayList<>();
        world.message(node, id)
                .path("why")
                .forEach(why -> reasons.add(why.path("reason").asString()));
        return reasons;
    }

    /** The state in the node's memory, by which it acts. */
    private static RelayView.State state(ServedNode node) {
        return node.relays().relays().getFirst().state();
    }

    private static void awaitThat(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(20)).until(condition);
    }
}
