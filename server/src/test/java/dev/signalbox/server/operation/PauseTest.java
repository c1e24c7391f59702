package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A pause applies to all nodes, stops waiting messages, and outlives the node that received it. */
class PauseTest extends PostgresOperationTest {
    private static final String QUICK = "poll: { interval: 50ms }";

    @ParameterizedTest
    @ValueSource(strings = {"leader", "shards"})
    void aPauseHoldsEverythingUntilItIsResumed(String coordination) throws Exception {
        world.coordination = coordination;
        ServedNode one = world.serve("one", QUICK);
        await().atMost(Duration.ofSeconds(20)).until(() -> state(one) == RelayView.State.DELIVERING);

        world.post(one, "/api/relays/events/pause", "{\"reason\":\"a test\"}");
        await().atMost(Duration.ofSeconds(10)).until(() -> state(one) == RelayView.State.PAUSED);
        world.insert("m1", "a", "PENDING");
        world.stopLast();
        ServedNode two = world.serve("two", QUICK);
        await().atMost(Duration.ofSeconds(20)).until(() -> state(two) == RelayView.State.PAUSED);
        JsonNode why = world.message(two, "m1").path("why");
        assertThat(why).hasSize(1);
        assertThat(why.get(0).path("cause").asString()).isEqualTo("a test");
        assertThat(world.count("PENDING")).isEqualTo(1);

        world.post(two, "/api/relays/events/resume", "");
        await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 1);
    }

    @Test
    void bothNodesOfASharedRelayRest() throws Exception {
        world.coordination = "shards";
        ServedNode one = world.serve("one", QUICK);
        ServedNode two = world.serve("two", QUICK);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            JsonNode owners = world.json(world.get(one, "/api/relays/events")).path("owners");
            assertThat(owners).hasSize(2);
            assertThat(owners.get(0).path("shards").asInt()).isEqualTo(32);
            assertThat(owners.get(1).path("shards").asInt()).isEqualTo(32);
        });
        assertThat(world.json(world.get(one, "/api/relays/events"))
                        .path("coordination")
                        .asString())
                .isEqualTo("shards");

        world.post(one, "/api/relays/events/pause", "{}");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> state(one) == RelayView.State.PAUSED && state(two) == RelayView.State.PAUSED);
        for (int i = 0; i < 20; i++) {
            world.insert("m" + i, "g" + i, "PENDING");
        }
        world.post(two, "/api/relays/events/resume", "");
        await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 20);
    }

    /** The state in the node's memory, by which it acts. */
    private static RelayView.State state(ServedNode node) {
        return node.relays().relays().getFirst().state();
    }
}
