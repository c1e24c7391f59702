package dev.signalbox.e2e.platform;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Clients that post numbered events, each of a group of its own, one request after the other, by turns to each node. Some post
 * batches. Clients of groups with an even number repeat a post that failed until it is acknowledged; the others go on with
 * the next event and never learn what became of it.
 */
final class EventLoad {
    private static final int BATCH = 3;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** An event of this load. */
    record Key(String group, int number) {}

    private final List<PlatformApi> nodes;
    private final String type;
    private final Duration pause;
    private final List<Thread> clients = new ArrayList<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Map<Key, String> acknowledged = new ConcurrentHashMap<>();
    private final Set<Key> unanswered = ConcurrentHashMap.newKeySet();
    private final Set<String> wrongAnswers = ConcurrentHashMap.newKeySet();
    private final AtomicLong failedPosts = new AtomicLong();

    EventLoad(List<PlatformApi> nodes, String type, int groups, Duration pause) {
        this.nodes = List.copyOf(nodes);
        this.type = type;
        this.pause = pause;
        for (int group = 0; group < groups; group++) {
            int number = group;
            clients.add(Thread.ofVirtual().unstarted(() -> run(number)));
        }
    }

    EventLoad begin() {
        clients.forEach(Thread::start);
        return this;
    }

    /** Lets each client finish its request, and ends. */
    void end() throws InterruptedException {
        ending.countDown();
        for (Thread client : clients) {
            if (!client.join(LONGEST)) {
                throw new AssertionError("a client has not ended within " + LONGEST);
            }
        }
    }

    /** The acknowledged events, and the ids that they got. */
    Map<Key, String> acknowledged() {
        return new HashMap<>(acknowledged);
    }

    /** The events whose client does not know what became of them. */
    Set<Key> unanswered() {
        Set<Key> open = new HashSet<>(unanswered);
        open.removeAll(acknowledged.keySet());
        return open;
    }

    /** Answers other than success and unavailability. */
    Set<String> wrongAnswers() {
        return new HashSet<>(wrongAnswers);
    }

    long failedPosts() {
        return failedPosts.get();
    }

    private void run(int group) {
        int next = 1;
        int turn = group;
        while (!isEnding()) {
            int count = group % 4 == 0 ? BATCH : 1;
            List<Key> keys = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                keys.add(new Key("g" + group, next + i));
            }
            boolean done = post(nodes.get(turn++ % nodes.size()), keys);
            if (!done) {
                unanswered.addAll(keys);
            }
            if (done || group % 2 == 1) {
                next += count;
            }
        }
    }

    private boolean isEnding() {
        try {
            return ending.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Returns whether the post was acknowledged. */
    private boolean post(PlatformApi node, List<Key> keys) {
        ApiAnswer answer = answer(node, keys);
        if (answer == null || answer.status() == 503) {
            failedPosts.incrementAndGet();
            return false;
        }
        if (answer.status() != 201 && answer.status() != 200) {
            wrongAnswers.add(answer.status() + " " + answer.body());
            return false;
        }
        JsonNode events = answer.path("events");
        for (int i = 0; i < keys.size(); i++) {
            JsonNode event = keys.size() == 1 ? answer.path("event") : events.get(i);
            acknowledged.put(keys.get(i), event.path("id").asString());
        }
        return true;
    }

    private @Nullable ApiAnswer answer(PlatformApi node, List<Key> keys) {
        ArrayNode batch = PlatformApi.array();
        for (Key key : keys) {
            batch.add(SubscribedTarget.event(type, key.group(), key.number())
                    .put("deduplicationId", type + "/" + key.group() + "/" + key.number()));
        }
        try {
            return keys.size() == 1 ? node.post("/api/events", batch.get(0)) : node.post("/api/events/batch", batch);
        } catch (UncheckedIOException e) {
            return null;
        }
    }
}
