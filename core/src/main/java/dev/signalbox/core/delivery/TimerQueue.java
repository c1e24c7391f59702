package dev.signalbox.core.delivery;

import java.util.TreeSet;

/** Timers of outlets and pools, the earliest first. Those without a time cost nothing. */
final class TimerQueue {
    /** Something that is woken at a time. */
    abstract static sealed class Sleeper permits Outlet, StartQueue {
        private long wakeAt = Long.MAX_VALUE;
        private final long number;

        /** @param number unique among the sleepers of a dispatcher */
        Sleeper(long number) {
            this.number = number;
        }

        long wakeAt() {
            return wakeAt;
        }

        private static int compare(Sleeper one, Sleeper other) {
            int order = Long.compare(one.wakeAt, other.wakeAt);
            return order == 0 ? Long.compare(one.number, other.number) : order;
        }
    }

    private final TreeSet<Sleeper> sleepers = new TreeSet<>(Sleeper::compare);
    private long numbers;

    long nextNumber() {
        return numbers++;
    }

    /** Wakes it at this time and no other; never, if that is {@link Long#MAX_VALUE}. */
    void set(Sleeper sleeper, long at) {
        if (sleeper.wakeAt == at) {
            return;
        }
        if (sleeper.wakeAt != Long.MAX_VALUE) {
            sleepers.remove(sleeper);
        }
        sleeper.wakeAt = at;
        if (at != Long.MAX_VALUE) {
            sleepers.add(sleeper);
        }
    }

    /** Whether something is due. */
    boolean isDue(long now) {
        return !sleepers.isEmpty() && sleepers.first().wakeAt <= now;
    }

    /** Takes the first that is due. */
    Sleeper takeDue() {
        Sleeper first = sleepers.removeFirst();
        first.wakeAt = Long.MAX_VALUE;
        return first;
    }

    long next() {
        return sleepers.isEmpty() ? Long.MAX_VALUE : sleepers.first().wakeAt;
    }
}
