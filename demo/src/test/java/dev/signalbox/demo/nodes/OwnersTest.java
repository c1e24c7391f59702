package dev.signalbox.demo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnersTest {
    private final Owners owners = new Owners();

    @Test
    void eachNodeOwnsWhatItsLivesOwn() {
        owners.see(spread("a", "b"));

        assertThat(owners.sharesOf("node-1")).containsExactly(new NodeView.Share("events", 2, 4));
        assertThat(owners.sharesOf("node-2")).containsExactly(new NodeView.Share("events", 2, 4));
        assertThat(owners.leaseOf("node-1")).contains(Duration.ofSeconds(2));
        assertThat(owners.living()).containsExactly("node-1", "node-2");
    }

    @Test
    void shardsOfTheLogAreHandedOverButNotShown() {
        Ownership.Shard pair = new Ownership.Shard(Ownership.LOG, 0, "b");
        owners.see(new Ownership(List.of(lease("a", "node-1"), lease("b", "node-2")), List.of(shard(0, "a"), pair)));

        assertThat(owners.sharesOf("node-2")).containsExactly(new NodeView.Share("events", 0, 1));
        assertThat(owners.shardsOf("node-2")).containsExactly(pair);
    }

    @Test
    void shardsOfAFencedNodeAreItsOwnUntilTheyHaveAnotherOwner() {
        owners.see(spread("a", "b"));
        HandOver handOver = handOverOfNode2();

        owners.see(new Ownership(List.of(lease("a", "node-1")), spread("a", "b").shards()));
        assertThat(owners.sharesOf("node-2")).containsExactly(new NodeView.Share("events", 2, 4));
        assertThat(handOver.heirs(owners)).isEmpty();

        owners.see(new Ownership(List.of(lease("a", "node-1")), List.of(shard(0, "a"), shard(1, "a"), shard(2, "a"))));
        assertThat(handOver.heirs(owners)).as("one has no owner yet").isEmpty();

        owners.see(spread("a", "a"));
        assertThat(handOver.heirs(owners)).contains(List.of("node-1"));
        assertThat(owners.sharesOf("node-2")).containsExactly(new NodeView.Share("events", 0, 4));
    }

    @Test
    void theNextLifeOfANodeMayBeItsOwnHeir() {
        owners.see(spread("a", "b"));
        HandOver handOver = handOverOfNode2();

        owners.see(new Ownership(List.of(lease("c", "node-2")), spread("c", "c").shards()));

        assertThat(handOver.heirs(owners)).contains(List.of("node-2"));
    }

    private HandOver handOverOfNode2() {
        NodeView victim = new NodeView(
                "node-2", NodeView.State.KILLED, Duration.ZERO, owners.sharesOf("node-2"), 0, owners.leaseOf("node-2"));
        return new HandOver(victim, 0, owners.shardsOf("node-2"));
    }

    private static Ownership spread(String first, String second) {
        return new Ownership(
                List.of(lease("a", "node-1"), lease("b", "node-2")),
                List.of(shard(0, first), shard(1, first), shard(2, second), shard(3, second)));
    }

    private static Ownership.Lease lease(String incarnation, String node) {
        return new Ownership.Lease(incarnation, node, Duration.ofSeconds(2));
    }

    private static Ownership.Shard shard(int number, String incarnation) {
        return new Ownership.Shard("events", number, incarnation);
    }
}
