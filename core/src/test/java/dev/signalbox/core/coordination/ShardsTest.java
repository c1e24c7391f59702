package dev.signalbox.core.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sets of shards, and the hash that maps a group to its shard. */
class ShardsTest {
    @Test
    void theHashIsTheSameForEver() {
        // Nodes of different versions must agree: a change here moves groups between live nodes.
        assertThat(Shards.shardOf("")).isEqualTo(33);
        assertThat(Shards.shardOf("order-1")).isEqualTo(30);
        assertThat(Shards.shardOf("Grüße")).isEqualTo(8);
    }

    @Test
    void similarGroupsAreSpreadEvenly() {
        int[] counts = new int[Shards.COUNT];
        IntStream.range(0, 64_000).forEach(i -> counts[Shards.shardOf("order-" + i)]++);

        assertThat(IntStream.of(counts)).allSatisfy(count -> assertThat(count).isBetween(800, 1_200));
    }

    @Test
    void behavesAsASet() {
        Shards some = Shards.of(0, 5, 63);

        assertThat(some.size()).isEqualTo(3);
        assertThat(some.contains(63)).isTrue();
        assertThat(some.contains(1)).isFalse();
        assertThat(some.minus(Shards.of(5))).isEqualTo(Shards.of(0, 63));
        assertThat(some.plus(Shards.of(1))).isEqualTo(Shards.of(0, 1, 5, 63));
        assertThat(some.and(Shards.of(5, 6))).isEqualTo(Shards.of(5));
        assertThat(some.first(2)).isEqualTo(Shards.of(0, 5));
        assertThat(some.numbers()).containsExactly(0, 5, 63);
        assertThat(Shards.ALL.containsAll(some)).isTrue();
        assertThat(some.containsAll(Shards.of(1))).isFalse();
        assertThat(Shards.NONE.plus(Shards.ALL).isAll()).isTrue();
    }

    @Test
    void refusesWhatIsNotAShard() {
        assertThatThrownBy(() -> Shards.of(64)).hasMessage("there is no shard 64, only 0 to 63");
        assertThatThrownBy(() -> Shards.ALL.contains(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
