package dev.signalbox.core.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The messages without a group: those that the last look has found, and where the next look begins. That is at the oldest,
 * unless those there are mostly another node's or wait: then it is where the last look ended, until the end is reached, so
 * that they hold up nobody.
 *
 * @param <M> a message that was found
 * @param <P> a place to go on from
 */
public abstract class UngroupedQueue<M, P> {
    private final Deque<M> waiting = new ArrayDeque<>();
    private @Nullable P start;
    private @Nullable P end;

    public final boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Where the next look begins; null for the oldest message. */
    public final @Nullable P start() {
        return start;
    }

    /**
     * There was nothing left, and a look for more was made.
     *
     * @param usable what may be claimed of all that was seen
     * @param stoppedAt where there may be more; null if everything was seen
     */
    protected final void looked(List<M> usable, int seen, @Nullable P stoppedAt) {
        waiting.addAll(usable);
        end = stoppedAt;
        boolean crowded = usable.size() * 2 < seen;
        if (start != null || crowded) {
            start = end;
        }
    }

    /** The next message that is wanted now. */
    public final @Nullable M next(Predicate<M> wanted) {
        while (!waiting.isEmpty()) {
            M message = waiting.removeFirst();
            if (wanted.test(message)) {
                return message;
            }
        }
        return null;
    }

    public final void putBack(M message) {
        waiting.addFirst(message);
    }

    /**
     * A claim was made.
     *
     * @param inVain whether it tried such messages and got none of them
     * @return whether it may be worth it to make another at once
     */
    public final boolean claimed(boolean inVain) {
        if (inVain && waiting.isEmpty()) {
            start = end;
        }
        return !waiting.isEmpty() || end != null;
    }

    public void startOver() {
        waiting.clear();
        start = null;
        end = null;
    }
}
