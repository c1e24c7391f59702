package dev.signalbox.platform.ingest;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.StoreUnreachableException;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.input.InputTooLargeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stores single posts. Those that arrive while two statements are under way go together in the next one. There is no thread
 * of its own: a caller whose event waits runs the next statement for all. A group that fails without effect is repeated one by
 * one; one that may be stored fails as a whole, because a repetition could store events twice.
 */
final class GroupedPosts {
    static final int MOST_EVENTS = 100;
    static final int MOST_BYTES = 262_144;
    static final int STATEMENTS = 2;

    private final StoreEvents events;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Post> waiting = new ArrayDeque<>();
    private int underWay;

    /** One event on its way. Guarded by the lock. */
    private static final class Post {
        final EventDraft draft;

        BatchResult.@Nullable Item item;
        /** Why its statement failed. */
        @Nullable
        StoreException failure;
        /** Why it is not stored even alone. */
        @Nullable
        InputTooLargeException tooLarge;
        /** Whether a group with it has failed without effect, so that it goes alone. */
        boolean alone;

        Post(EventDraft draft) {
            this.draft = draft;
        }

        boolean isSettled() {
            return item != null || failure != null || tooLarge != null;
        }

        BatchResult.Item result() throws StoreException, InputTooLargeException {
            if (tooLarge != null) {
                throw tooLarge;
            }
            if (item == null) {
                throw failure == null
                        ? new StoreException("the event was not stored")
                        : new StoreException(String.valueOf(failure.getMessage()), failure, failure.mayHaveChanged());
            }
            return item;
        }
    }

    GroupedPosts(StoreEvents events) {
        this.events = events;
    }

    BatchResult.Item store(EventDraft draft) throws StoreException, InputTooLargeException {
        Post post = new Post(draft);
        lock.lock();
        try {
            waiting.add(post);
            while (!post.isSettled()) {
                if (underWay < STATEMENTS && !waiting.isEmpty()) {
                    runNext();
                } else {
                    changed.awaitUninterruptibly();
                }
            }
            return post.result();
        } finally {
            if (!post.isSettled()) {
                // The group that this thread has run was another one, and broke down.
                waiting.remove(post);
            }
            lock.unlock();
        }
    }

    /** How many posts wait for a statement. */
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Stores the next group without the lock. It may be without the caller's own post. */
    private void runNext() {
        List<Post> group = take();
        List<BatchResult.Item> items = List.of();
        StoreException failure = null;
        InputTooLargeException tooLarge = null;
        underWay++;
        lock.unlock();
        try {
            items = events.storeGood(group.stream().map(it -> it.draft).toList());
        } catch (StoreException e) {
            failure = e;
        } catch (InputTooLargeException e) {
            tooLarge = e;
        } finally {
            lock.lock();
            underWay--;
            if (!items.isEmpty()) {
                settle(group, items);
            } else {
                fail(group, failure, tooLarge);
            }
            changed.signalAll();
        }
    }

    private static void settle(List<Post> group, List<BatchResult.Item> items) {
        for (int i = 0; i < group.size(); i++) {
            group.get(i).item = items.get(i);
        }
    }

    /**
     * Lets the posts of a group go again, one by one, unless they may be stored already, or none of them can be to blame: while the
     * database is away, each would wait for it as long as the group did.
     *
     * @param failure null if the events were too many, or after an unexpected error
     */
    private void fail(List<Post> group, @Nullable StoreException failure, @Nullable InputTooLargeException tooLarge) {
        boolean withoutEffect = failure == null
                ? tooLarge != null
                : !failure.mayHaveChanged() && !(failure instanceof StoreUnreachableException);
        if (withoutEffect && group.size() > 1) {
            for (Post post : group.reversed()) {
                post.alone = true;
                waiting.addFirst(post);
            }
            return;
        }
        for (Post post : group) {
            post.tooLarge = tooLarge;
            post.failure = failure == null && tooLarge == null
                    ? new StoreException("the statement that stored the event failed unexpectedly", null, true)
                    : failure;
        }
    }

    private List<Post> take() {
        List<Post> group = new ArrayList<>();
        long bytes = 0;
        while (!waiting.isEmpty() && group.size() < MOST_EVENTS) {
            Post next = waiting.getFirst();
            bytes += next.draft.size();
            if (!group.isEmpty() && (next.alone || bytes > MOST_BYTES)) {
                break;
            }
            group.add(waiting.removeFirst());
            if (next.alone) {
                break;
            }
        }
        return group;
    }
}
