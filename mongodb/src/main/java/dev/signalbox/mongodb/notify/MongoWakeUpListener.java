package dev.signalbox.mongodb.notify;

import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Listens for new messages in the collections of one database, and wakes those who wait for them. Where the server cannot
 * tell, they are left to polling.
 */
public final class MongoWakeUpListener implements AutoCloseable {
    private static final Duration JOIN_TIMEOUT = Duration.ofMillis(250);

    private final CountDownLatch closed;
    private final List<Thread> threads;

    private MongoWakeUpListener(CountDownLatch closed, List<Thread> threads) {
        this.closed = closed;
        this.threads = threads;
    }

    /**
     * Begins to listen.
     *
     * @param source its name in logs
     * @param wakeUpTargets who waits for which collection, by the collection's name
     */
    public static MongoWakeUpListener start(
            String source, MongoConnections connections, Map<String, WakeUpTarget> wakeUpTargets) {
        CountDownLatch closed = new CountDownLatch(1);
        ChangeStreams streams = new ChangeStreams(connections);
        List<Thread> threads = wakeUpTargets.entrySet().stream()
                .map(entry -> Thread.ofVirtual()
                        .name("wake-ups-" + source + "-" + entry.getKey())
                        .start(new CollectionWatch(source, entry.getKey(), streams, entry.getValue(), closed)))
                .toList();
        return new MongoWakeUpListener(closed, threads);
    }

    /** Ends at once, whatever the connections are doing. */
    @Override
    public void close() {
        closed.countDown();
        try {
            for (Thread thread : threads) {
                if (!thread.join(JOIN_TIMEOUT)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
