package dev.signalbox.demo.nodes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says when a node is to be killed, and which: in turn, but only one that has something to hand over. */
final class KillPlan {
    /** Each is up for so long before the next is killed: time to see that the work is spread again. */
    private static final Duration CALM = Duration.ofSeconds(2);

    private final long every;
    private final List<String> killed = new ArrayList<>();
    private long due = Long.MAX_VALUE;
    private volatile boolean over;

    /** @param every zero for never */
    KillPlan(Duration every) {
        this.every = every.toNanos();
        this.over = every.isZero();
    }

    /** From now on nobody is killed. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Whom to kill now. The time runs from when all are up, and from each kill. */
    Optional<String> victim(List<NodeView> nodes, long now) {
        if (over || !nodes.stream().allMatch(KillPlan::isCalm)) {
            return Optional.empty();
        }
        due = due == Long.MAX_VALUE ? now + every : due;
        if (now < due) {
            return Optional.empty();
        }
        Optional<String> victim = nodes.stream()
                .filter(node -> node.owned() > 0)
                .map(NodeView::name)
                .min(Comparator.comparingInt(killed::lastIndexOf));
        victim.ifPresent(name -> {
            killed.remove(name);
            killed.add(name);
            due = now + every;
        });
        return victim;
    }

    private static boolean isCalm(NodeView node) {
        return node.state() == NodeView.State.UP && node.since().compareTo(CALM) > 0;
    }
}
