package dev.signalbox.demo.nodes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Decides when a node is killed, and which: in turn, but only one that owns shards. */
final class KillSchedule {
    /** All nodes are up for this long before the next kill, so that the view shows the shards spread again. */
    private static final Duration CALM = Duration.ofSeconds(2);

    private final long interval;
    private final List<String> killed = new ArrayList<>();
    private long due = Long.MAX_VALUE;
    private volatile boolean over;

    /** @param upFor empty if the node is not up */
    record Candidate(String name, Optional<Duration> upFor, int ownedShards) {}

    /** @param interval zero for never */
    KillSchedule(Duration interval) {
        this.interval = interval.toNanos();
        this.over = interval.isZero();
    }

    /** From now on no node is killed. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** The node to kill now. The interval begins when all nodes are up, and with each kill. */
    Optional<String> victim(List<Candidate> nodes, long now) {
        if (over || !nodes.stream().allMatch(KillSchedule::isCalm)) {
            return Optional.empty();
        }
        due = due == Long.MAX_VALUE ? now + interval : due;
        if (now < due) {
            return Optional.empty();
        }
        Optional<String> victim = nodes.stream()
                .filter(node -> node.ownedShards() > 0)
                .map(Candidate::name)
                .min(Comparator.comparingInt(killed::lastIndexOf));
        victim.ifPresent(name -> {
            killed.remove(name);
            killed.add(name);
            due = now + interval;
        });
        return victim;
    }

    private static boolean isCalm(Candidate node) {
        return node.upFor().filter(time -> time.compareTo(CALM) > 0).isPresent();
    }
}
