package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs of two competitors in turn, so that whatever else the machine does hits both. */
record Pairs(List<Pair> all) {
    /** One run of each. */
    record Pair(Run rival, Run ours) {}

    /** One run of one competitor. */
    interface Lap {
        Run run(int pair) throws IOException, SQLException, CoordinationException, InterruptedException;
    }

    /** Runs pairs that do not count, and then the pairs that do. */
    static Pairs run(int warmUp, int pairs, Lap rival, Lap ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        for (int i = 0; i < warmUp; i++) {
            rivalFirst(0, rival, ours);
        }
        return runWarm(pairs, rival, ours);
    }

    /** Runs the pairs of competitors that have run before; who goes first alternates. */
    static Pairs runWarm(int pairs, Lap rival, Lap ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        List<Pair> counted = new ArrayList<>();
        for (int number = 1; number <= pairs; number++) {
            counted.add(number % 2 == 0 ? rivalFirst(number, rival, ours) : oursFirst(number, rival, ours));
        }
        return new Pairs(counted);
    }

    private static Pair rivalFirst(int number, Lap rival, Lap ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Run theirs = rival.run(number);
        return new Pair(theirs, ours.run(number));
    }

    private static Pair oursFirst(int number, Lap rival, Lap ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Run mine = ours.run(number);
        return new Pair(rival.run(number), mine);
    }

    List<Run> ours() {
        return all.stream().map(Pair::ours).toList();
    }

    List<Run> rivals() {
        return all.stream().map(Pair::rival).toList();
    }
}
