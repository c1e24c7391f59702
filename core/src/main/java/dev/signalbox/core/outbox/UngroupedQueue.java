package dev.signalbox.core.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ungrouped messages that the last scan has found, and where the next scan begins. That is at the oldest, unless
 * most of those there belong to another node or wait: then it is where the last scan ended, until the end is reached,
 * so that they hold up no other message.
 *
 * @param <M> a message that was found
 * @param <P> a place to continue from
 */
public abstract class UngroupedQueue<M, P> {
    /** After so many scans from where the last one ended, the next one begins with the oldest again. */
    private static final int SCANS_IN_A_ROW = 64;

    private final Deque<M> waiting = new ArrayDeque<>();
    private @Nullable P start;
    private @Nullable P end;
    private int scansInARow;

    public final boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Where the next scan begins; null for the oldest message. */
    public final @Nullable P start() {
        return start;
    }

    /** The queue was empty, and a scan looked for more; without a stop it has seen everything. */
    protected final void looked(List<M> usable, int seen, @Nullable P stoppedAt) {
        waiting.addAll(usable);
        end = stoppedAt;
        boolean crowded = usable.size() * 2 < seen;
        if (start != null || crowded) {
            boolean goesOn = ++scansInARow < SCANS_IN_A_ROW;
            start = goesOn ? end : null;
            scansInARow = goesOn ? scansInARow : 0;
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

    /** Puts these first, in their order, instead of where they are queued now. */
    public final void putFirst(List<M> messages, Function<M, String> id) {
        if (!messages.isEmpty()) {
            Set<String> ids = messages.stream().map(id).collect(Collectors.toSet());
            waiting.removeIf(message -> ids.contains(id.apply(message)));
            messages.reversed().forEach(waiting::addFirst);
        }
    }

    public final void putBack(M message) {
        waiting.addFirst(message);
    }

    /** A claim was made, perhaps in vain for ungrouped messages; returns whether another may succeed at once. */
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
        scansInARow = 0;
    }
}
