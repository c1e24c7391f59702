package dev.signalbox.platform.ingest;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventDraft;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stores single posts. Those that arrive while two statements are under way go together in the next one. There is no thread
 * of its own: a caller whose event waits runs the next statement for all.
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

        @Nullable
        IngestResult result;
        /** Why its statement failed, if it was alone in it. */
        @Nullable
        StoreException failure;

        /** Whether a group with it has failed, so that it goes alone. */
        boolean alone;

        Post(EventDraft draft) {
            this.draft = draft;
        }

        boolean isSettled() {
            return result != null || failure != null || alone;
        }
    }

    GroupedPosts(StoreEvents events) {
        this.events = events;
    }

    IngestResult store(EventDraft draft) throws StoreException {
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
            if (post.failure != null) {
                throw new StoreException(String.valueOf(post.failure.getMessage()), post.failure);
            }
            if (post.result != null) {
                return post.result;
            }
        } finally {
            if (!post.isSettled()) {
                // The group that this thread has run was another one, and broke down.
                waiting.remove(post);
            }
            lock.unlock();
        }
        return events.store(List.of(draft)).getFirst();
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

    /**
     * Stores the next group without the lock. It may be without the caller's own post. A post that fails among others is
     * repeated by its own caller, alone.
     */
    private void runNext() {
        List<Post> group = take();
        List<IngestResult> results = List.of();
        StoreException failure = null;
        underWay++;
        lock.unlock();
        try {
            results = events.store(group.stream().map(it -> it.draft).toList());
        } catch (StoreException e) {
            failure = group.size() == 1 ? e : null;
        } finally {
            lock.lock();
            underWay--;
            for (int i = 0; i < group.size(); i++) {
                Post post = group.get(i);
                post.result = results.isEmpty() ? null : results.get(i);
                post.failure = failure;
                post.alone = results.isEmpty();
            }
            changed.signalAll();
        }
    }

    private List<Post> take() {
        List<Post> group = new ArrayList<>();
        long bytes = 0;
        while (!waiting.isEmpty() && group.size() < MOST_EVENTS) {
            bytes += waiting.getFirst().draft.size();
            if (bytes > MOST_BYTES && !group.isEmpty()) {
                break;
            }
            group.add(waiting.removeFirst());
        }
        return group;
    }
}
