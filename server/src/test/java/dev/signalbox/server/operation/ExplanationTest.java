package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Each reason why a message is not delivered yet, produced on a real database and shown by the API. */
class ExplanationTest extends PostgresOperationTest {
    private static final String QUICK = "poll: { interval: 50ms }";
    private static final String SLOW = "poll: { interval: 1h }";

    @Test
    void deliveredFailedAndNextInLine() throws Exception {
        ServedNode node = delivering("one", SLOW);
        world.awaitFirstLook("events");
        world.insert("done", "", "COMPLETED");
        world.insert("dead", "", "FAILED");
        world.insert("next", "", "PENDING");

        assertThat(only(node, "done", "delivered").path("at").asString()).isNotBlank();
        JsonNode dead = only(node, "dead", "failed");
        assertThat(dead.path("lastError").asString()).isEqualTo("HTTP 400: no such customer");
        assertThat(dead.path("text").asString()).contains("Retry or discard it");
        only(node, "next", "next-in-line");
    }

    @Test
    void aMessageThatFailedWaitsForItsNextAttemptAndThoseBehindItForIt() throws Exception {
        world.status = 500;
        world.insert("a1", "a", "PENDING");
        world.insert("a2", "a", "PENDING");
        ServedNode node = delivering("one", QUICK + ", retry: { initial-delay: 5m, jitter: 0 }");

        await().atMost(Duration.ofSeconds(10)).until(() -> reasons(node, "a1").equals(List.of("backoff")));
        JsonNode backoff = only(node, "a1", "backoff");
        assertThat(Instant.parse(backoff.path("until").asString()))
                .isBetween(Instant.now().plusSeconds(200), Instant.now().plusSeconds(300));
        assertThat(backoff.path("lastError").asString()).contains("500");
        JsonNode message = world.message(node, "a2");
        assertThat(reasons(node, "a2")).containsExactly("backoff", "predecessor");
        assertThat(message.path("why").get(1).path("id").asString()).isEqualTo("a1");
        assertThat(message.path("why").get(1).path("state").asString()).isEqualTo("PENDING");
    }

    @Test
    void withoutOrderingAWaitingMessageBlocksNoOther() throws Exception {
        world.status = 500;
        world.insert("a1", "a", "PENDING");
        ServedNode node = delivering("one", QUICK + ", ordering: skip, retry: { initial-delay: 5m, jitter: 0 }");
        await().atMost(Duration.ofSeconds(10)).until(() -> reasons(node, "a1").equals(List.of("backoff")));
        world.answers.drainPermits();
        world.insert("a2", "a", "PENDING");

        await().atMost(Duration.ofSeconds(10)).until(() -> reasons(node, "a2").equals(List.of("in-flight")));
    }

    @Test
    void anUnavailableDestinationAndAPause() throws Exception {
        world.status = 503;
        world.insert("m1", "", "PENDING");
        ServedNode node = delivering("one", QUICK);
        // A probe may be under way at any moment.
        JsonNode outage = awaitFirst(node, "m1", "destination-unavailable");
        assertThat(outage.path("cause").asString()).contains("503");
        assertThat(Instant.parse(outage.path("since").asString())).isBefore(Instant.now());
        assertThat(outage.path("nextProbe").asString()).isNotBlank();

        world.createPauses();
        assertThat(world.post(node, "/api/relays/events/pause", "{\"reason\":\"maintenance\"}")
                        .statusCode())
                .isEqualTo(200);
        JsonNode paused = awaitFirst(node, "m1", "paused");
        assertThat(paused.path("by").asString()).startsWith("alice (unverified) from 127.0.0.1");
        assertThat(paused.path("cause").asString()).isEqualTo("maintenance");
        assertThat(paused.path("since").asString()).isNotBlank();
    }

    @Test
    void inFlightQueuedAndBeingRecorded() throws Exception {
        world.answers.drainPermits();
        world.insert("a1", "a", "PENDING");
        world.insert("a2", "a", "PENDING");
        world.insert("b1", "b", "PENDING");
        ServedNode node = delivering("one", QUICK + ", max-concurrent-requests: 1");

        await().atMost(Duration.ofSeconds(10)).until(() -> reasons(node, "a1").equals(List.of("in-flight")));
        assertThat(Instant.parse(only(node, "a1", "in-flight").path("since").asString()))
                .isBefore(Instant.now());
        only(node, "a2", "queued");
        only(node, "b1", "queued");
        try (Connection lock = world.connect();
                Statement statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = 'a1' FOR UPDATE");
            world.answers.release(1_000_000);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> reasons(node, "a1").equals(List.of("recording")));
            lock.rollback();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 3);
        only(node, "a1", "delivered");
    }

    @Test
    void claimedByAnotherNodeByADeadOneAndByAStranger() throws Exception {
        ServedNode node = delivering("one", SLOW);
        world.insert("theirs", "", "PROCESSING");
        world.insert("dead", "", "PROCESSING");
        world.insert("stranger", "", "PROCESSING");
        world.sql("""
                INSERT INTO signalbox.nodes VALUES ('life', 'other-node', now(), now() + interval '1 h');
                INSERT INTO signalbox.claims VALUES
                    ('life', 1, 'public.outbox_events', now(), '{theirs}'), ('gone', 1, 'public.outbox_events', now(), '{dead}')""");

        JsonNode theirs = only(node, "theirs", "claimed-by-node");
        assertThat(theirs.path("node").asString()).isEqualTo("other-node");
        assertThat(theirs.path("incarnation").asString()).isEqualTo("life");
        assertThat(only(node, "dead", "claimed-by-node").path("text").asString())
                .contains("has ended");
        JsonNode stranger = only(node, "stranger", "claimed-by-stranger");
        assertThat(Duration.between(
                        Instant.parse(stranger.path("since").asString()),
                        Instant.parse(stranger.path("until").asString())))
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void ownedByAnotherNode() throws Exception {
        world.status = 503;
        delivering("one", QUICK);
        ServedNode second = world.serve("two", QUICK);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> second.relays().relays().getFirst().state() == RelayView.State.STANDBY);
        world.insert("m1", "", "PENDING");

        await().atMost(Duration.ofSeconds(10)).until(() -> reasons(second, "m1").equals(List.of("owned-by-node")));
        JsonNode owned = only(second, "m1", "owned-by-node");
        assertThat(owned.path("node").asString()).isEqualTo("one");
        assertThat(owned.path("text").asString()).contains("ask there");
    }

    @Test
    void noNodeOwnsItsShard() throws Exception {
        delivering("one", SLOW);
        long key;
        try (Connection connection = world.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted")) {
            assertThat(row.next()).isTrue();
            key = row.getLong(1);
        }
        world.stopLast();
        try (Connection connection = world.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + key + ")");
            ServedNode second = world.serve("two", SLOW);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> second.relays().relays().getFirst().state() == RelayView.State.STANDBY);
            world.insert("m1", "", "PENDING");

            only(second, "m1", "no-owner");
        }
    }

    @Test
    void aDeadLetterHoldsItsGroup() throws Exception {
        world.insert("a1", "a", "FAILED");
        world.insert("a2", "a", "PENDING");
        ServedNode node = delivering("one", QUICK + ", on-exhausted: hold");

        JsonNode held = only(node, "a2", "group-held");
        assertThat(held.path("id").asString()).isEqualTo("a1");
        assertThat(world.post(node, "/api/relays/events/messages/a1/discard", "{\"confirm\":true}")
                        .statusCode())
                .isEqualTo(200);
        await().atMost(Duration.ofSeconds(10)).until(() -> world.count("COMPLETED") == 1);
    }

    private ServedNode delivering(String name, String settings) throws Exception {
        ServedNode node = world.serve(name, settings);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.relays().relays().getFirst().state() != RelayView.State.STARTING
                        && node.relays().relays().getFirst().state() != RelayView.State.STANDBY);
        return node;
    }

    /** Waits until this is the first reason, and returns it. */
    private JsonNode awaitFirst(ServedNode node, String id, String reason) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> world.message(node, id).path("why").path(0),
                        why -> why.path("reason").asString().equals(reason));
    }

    private List<String> reasons(ServedNode node, String id) throws Exception {
        List<String> reasons = new ArrayList<>();
        world.message(node, id)
                .path("why")
                .forEach(why -> reasons.add(why.path("reason").asString()));
        return reasons;
    }

    private JsonNode only(ServedNode node, String id, String reason) throws Exception {
        JsonNode why = world.message(node, id).path("why");
        assertThat(why).as(why.toString()).hasSize(1);
        assertThat(why.get(0).path("reason").asString()).isEqualTo(reason);
        assertThat(why.get(0).path("text").asString()).isNotBlank();
        return why.get(0);
    }
}
