package dev.signalbox.demo.receiver;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What has arrived, by group and place in the group. For each group it keeps only how far it got, and apart from that what
 * was left out: an hour of orders takes little room.
 */
public final class Ledger {
    private int[] reached = new int[1024];
    private final Set<Place> leftOut = new HashSet<>();
    private final Repeats<Place> repeats = new Repeats<>();
    private long accepted;
    private long violations;

    /** A place in a group. */
    private record Place(long lane, int number) {}

    /** What an arrival was. */
    public enum Arrival {
        /** In its turn, or after one that never came. */
        FIRST,
        /** It was here before, and its sender could not know. */
        REPEATED,
        /** It was here before. */
        DUPLICATE,
        /** One that comes behind it was here before. */
        OVERTAKEN
    }

    /**
     * How things stand.
     *
     * @param accepted messages that have arrived, each counted once
     * @param afterLostAnswers duplicates of messages whose answer was lost
     * @param afterKills duplicates of messages that were in flight when a node was killed
     * @param unexplained other duplicates
     * @param violations messages that arrived after one that comes behind them
     */
    public record Totals(long accepted, long afterLostAnswers, long afterKills, long unexplained, long violations) {
        /** None yet. */
        public static final Totals NONE = new Totals(0, 0, 0, 0, 0);

        /** Both together. */
        public Totals plus(Totals other) {
            return new Totals(
                    accepted + other.accepted,
                    afterLostAnswers + other.afterLostAnswers,
                    afterKills + other.afterKills,
                    unexplained + other.unexplained,
                    violations + other.violations);
        }

        /** Messages that have arrived more than once, each repetition counted. */
        public long duplicates() {
            return afterLostAnswers + afterKills + unexplained;
        }
    }

    /** Enters an arrival. */
    public synchronized Arrival enter(long lane, int number) {
        int last = reached(lane);
        if (number > last) {
            for (int missing = last + 1; missing < number; missing++) {
                leftOut.add(new Place(lane, missing));
            }
            reach(lane, number);
            accepted++;
            return Arrival.FIRST;
        }
        if (leftOut.remove(new Place(lane, number))) {
            accepted++;
            violations++;
            return Arrival.OVERTAKEN;
        }
        return repeats.count(new Place(lane, number));
    }

    /** The sender will not learn that this has arrived, and has to repeat it. */
    public synchronized void answerLost(long lane, int number) {
        repeats.answerLost(new Place(lane, number));
    }

    /** The sender was killed before it could record whether this has arrived; another one has to repeat it. */
    public synchronized void senderKilled(long lane, int number) {
        repeats.senderKilled(new Place(lane, number));
    }

    /** Whether it has arrived. */
    public synchronized boolean has(long lane, int number) {
        return number <= reached(lane) && !leftOut.contains(new Place(lane, number));
    }

    /** How things stand. */
    public synchronized Totals totals() {
        return repeats.totals(accepted, violations);
    }

    private int reached(long lane) {
        return lane < reached.length ? reached[(int) lane] : 0;
    }

    private void reach(long lane, int number) {
        if (lane >= reached.length) {
            reached = Arrays.copyOf(reached, Math.max(reached.length * 2, Math.toIntExact(lane + 1)));
        }
        reached[(int) lane] = number;
    }
}
