package dev.signalbox.demo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KillPlanTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final KillPlan plan = new KillPlan(Duration.ofSeconds(20));

    @Test
    void theTimeRunsFromWhenAllAreUp() {
        assertThat(plan.victim(nodes(NodeView.State.STARTING, 0, 0), 0)).isEmpty();
        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 10 * SECOND)).isEmpty();
        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 29 * SECOND)).isEmpty();
        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 30 * SECOND)).contains("node-1");
    }

    @Test
    void nodesThatOwnSomethingAreKilledInTurn() {
        plan.victim(nodes(NodeView.State.UP, 32, 32), 0);

        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 20 * SECOND)).contains("node-1");
        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 40 * SECOND)).contains("node-2");
        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 60 * SECOND)).contains("node-1");
    }

    @Test
    void aStandbyIsSpared() {
        plan.victim(nodes(NodeView.State.UP, 0, 1), 0);

        assertThat(plan.victim(nodes(NodeView.State.UP, 0, 1), 20 * SECOND)).contains("node-2");
        assertThat(plan.victim(nodes(NodeView.State.UP, 0, 1), 40 * SECOND)).contains("node-2");
        assertThat(plan.victim(nodes(NodeView.State.UP, 0, 0), 60 * SECOND)).isEmpty();
    }

    @Test
    void whileOneIsDownTheOthersAreSpared() {
        plan.victim(nodes(NodeView.State.UP, 32, 32), 0);

        assertThat(plan.victim(nodes(NodeView.State.KILLED, 0, 64), 20 * SECOND))
                .isEmpty();
    }

    @Test
    void whenItIsOverOrWasNotWantedNobodyIsKilled() {
        KillPlan never = new KillPlan(Duration.ZERO);
        plan.victim(nodes(NodeView.State.UP, 32, 32), 0);
        plan.end();

        assertThat(plan.victim(nodes(NodeView.State.UP, 32, 32), 20 * SECOND)).isEmpty();
        assertThat(never.victim(nodes(NodeView.State.UP, 32, 32), 20 * SECOND)).isEmpty();
    }

    private static List<NodeView> nodes(NodeView.State stateOfFirst, int first, int second) {
        return List.of(node("node-1", stateOfFirst, first), node("node-2", NodeView.State.UP, second));
    }

    private static NodeView node(String name, NodeView.State state, int owned) {
        List<NodeView.Share> shares = List.of(new NodeView.Share("events", owned, 64));
        return new NodeView(name, state, Duration.ofSeconds(5), shares, 0, Optional.empty());
    }
}
