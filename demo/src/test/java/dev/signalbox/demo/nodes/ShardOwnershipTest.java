package dev.signalbox.demo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShardOwnershipTest {
    private static final ShardOwnership BEFORE = ownership("a", "b");

    @Test
    void eachNodeOwnsTheShardsOfItsIncarnations() {
        assertThat(BEFORE.shardCounts("node-1")).isEqualTo(Map.of("events", 2L));
        assertThat(BEFORE.shardCounts("node-2")).isEqualTo(Map.of("events", 2L));
        assertThat(BEFORE.leaseOf("node-1")).contains(Duration.ofSeconds(2));
        assertThat(BEFORE.livingNodes()).containsExactly("node-1", "node-2");
    }

    @Test
    void shardsOfTheLogAreTakenOverButNotCounted() {
        ShardOwnership.Shard feed = new ShardOwnership.Shard("wallets", 0, "b");
        ShardOwnership ownership =
                new ShardOwnership(List.of(lease("a", "node-1"), lease("b", "node-2")), List.of(shard(0, "a"), feed));

        assertThat(ownership.shardCounts("node-2")).isEqualTo(Map.of("events", 0L));
        assertThat(ownership.shardsOf("node-2")).containsExactly(feed);
    }

    @Test
    void aTakeOverIsCompleteWhenEachShardHasANewOwner() {
        List<ShardOwnership.Shard> left = BEFORE.shardsOf("node-2");

        assertThat(BEFORE.newOwners(left)).isEmpty();
        assertThat(new ShardOwnership(
                                List.of(lease("a", "node-1")),
                                List.of(shard(0, "a"), shard(1, "a"), shard(2, "a"), shard(3, "b")))
                        .newOwners(left))
                .as("one has no new owner yet")
                .isEmpty();
        assertThat(ownership("a", "a").newOwners(left)).contains(List.of("node-1"));
    }

    @Test
    void theNextIncarnationOfTheKilledNodeMayTakeOver() {
        List<ShardOwnership.Shard> left = BEFORE.shardsOf("node-2");
        ShardOwnership after = new ShardOwnership(
                List.of(lease("c", "node-2")), ownership("c", "c").shards());

        assertThat(after.newOwners(left)).contains(List.of("node-2"));
    }

    private static ShardOwnership ownership(String first, String second) {
        return new ShardOwnership(
                List.of(lease("a", "node-1"), lease("b", "node-2")),
                List.of(shard(0, first), shard(1, first), shard(2, second), shard(3, second)));
    }

    private static ShardOwnership.Lease lease(String incarnation, String node) {
        return new ShardOwnership.Lease(incarnation, node, Duration.ofSeconds(2));
    }

    private static ShardOwnership.Shard shard(int number, String incarnation) {
        return new ShardOwnership.Shard("events", number, incarnation);
    }
}
