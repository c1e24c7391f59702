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
    private final Set<Place> unanswered = new HashSet<>();
    private long accepted;
    private long explained;
    private long unexplained;
    private long violations;

    /** A place in a group. */
    private record Place(long lane, int number) {}

    /** What an arrival was. */
    public enum Arrival {
        /** In its turn, or after one that never came. */
        FIRST,
        /** It was here before. */
        DUPLICATE,
        /** One that comes behind it was here before. */
        OVERTAKEN
    }

    /**
     * How things stand.
     *
     * @param accepted messages that have arrived, each counted once
     * @param explained duplicates of messages whose answer was lost
     * @param unexplained other duplicates
     * @param violations messages that arrived after one that comes behind them
     */
    public record Totals(long accepted, long explained, long unexplained, long violations) {
        /** Both together. */
        public Totals plus(Totals other) {
            return new Totals(
                    accepted + other.accepted,
                    explained + other.explained,
                    unexplained + other.unexplained,
                    violations + other.violations);
        }

        /** Messages that have arrived more than once, each repetition counted. */
        public long duplicates() {
            return explained + unexplained;
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
        if (unanswered.contains(new Place(lane, number))) {
            explained++;
        } else {
            unexplained++;
        }
        return Arrival.DUPLICATE;
    }

    /** The sender will not learn that this has arrived, and has to repeat it. */
    public synchronized void answerLost(long lane, int number) {
        unanswered.add(new Place(lane, number));
    }

    /** Whether it has arrived. */
    public synchronized boolean has(long lane, int number) {
        return number <= reached(lane) && !leftOut.contains(new Place(lane, number));
    }

    /** How things stand. */
    public synchronized Totals totals() {
        return new Totals(accepted, explained, unexplained, violations);
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
