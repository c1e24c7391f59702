package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The held messages of one group of an outlet. It sends one batch, and the next when all verdicts on that are recorded. */
final class Lane {
    /** A message, and how many others it may be sent with. */
    static final class QueuedMessage {
        final Message message;
        int company;
        long bytes;

        QueuedMessage(Message message, int company) {
            this.message = message;
            this.company = company;
            this.bytes = Long.MAX_VALUE;
        }

        void narrow(Verdict.Narrow narrow) {
            company = Math.max(1, Math.min(company, narrow.company()));
            bytes = Math.min(bytes, narrow.bytes());
        }
    }

    final Outlet outlet;

    /** Null for an ungrouped message, which is a lane of its own. */
    final @Nullable String group;

    final int shard;

    /** The number of the fetch that returned its first message. */
    final long since;

    private final ArrayDeque<QueuedMessage> queue = new ArrayDeque<>();
    private boolean inFlight;
    private int unsettled;
    private boolean mayHaveMore;
    private long fetch = -1;
    private int ofFetch;

    Lane(Outlet outlet, @Nullable String group, int shard, long since) {
        this.outlet = outlet;
        this.group = group;
        this.shard = shard;
        this.since = since;
    }

    void add(QueuedMessage queuedMessage) {
        queue.add(queuedMessage);
    }

    /** Counts a message of this fetch, and returns how many the fetch returned so far. */
    int arrived(long number) {
        ofFetch = fetch == number ? ofFetch + 1 : 1;
        fetch = number;
        return ofFetch;
    }

    @Nullable
    QueuedMessage head() {
        return queue.peek();
    }

    QueuedMessage take() {
        return queue.remove();
    }

    int size() {
        return queue.size();
    }

    /** Puts sent messages that are still held back in front of those that were not sent. */
    void putBack(List<QueuedMessage> queuedMessages) {
        for (int i = queuedMessages.size() - 1; i >= 0; i--) {
            queue.addFirst(queuedMessages.get(i));
        }
    }

    List<QueuedMessage> takeAll() {
        List<QueuedMessage> all = new ArrayList<>(queue);
        queue.clear();
        return all;
    }

    void departed() {
        inFlight = true;
    }

    void answered() {
        inFlight = false;
    }

    void settling() {
        unsettled++;
    }

    void settled() {
        unsettled--;
    }

    /** Whether this message waits here to be sent. */
    boolean queues(String id) {
        return queue.stream()
                .anyMatch(queuedMessage -> queuedMessage.message.id().equals(id));
    }

    boolean isFree() {
        return !inFlight && unsettled == 0;
    }

    boolean canSend() {
        return isFree() && !queue.isEmpty();
    }

    boolean isDone() {
        return isFree() && queue.isEmpty();
    }

    /** Set when as many messages came as were requested: the database may have more of this group. */
    void mayHaveMore(boolean value) {
        mayHaveMore = value;
    }

    boolean mayHaveMore() {
        return mayHaveMore;
    }
}
