package dev.signalbox.testkit.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Nodes that run their turns concurrently, at random by the seed, and at most this many turns each. */
public record NodeRace(List<LeaseNode> nodes, long seed, int patience) {
    /** What a node does in each turn. */
    public interface Turn {
        void play(LeaseNode node, Random random) throws Exception;
    }

    public void run(BooleanSupplier goOn, Turn turn) throws Exception {
        List<Callable<Void>> racers = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            LeaseNode node = nodes.get(i);
            Random random = new Random(seed + i);
            racers.add(() -> {
                for (int round = 0; round < patience && goOn.getAsBoolean(); round++) {
                    turn.play(node, random);
                }
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> racer : threads.invokeAll(racers)) {
                racer.get();
            }
        }
    }
}
