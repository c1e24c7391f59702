package dev.signalbox.mongodb.notify;

import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Listens for new messages in the collections of one database, and wakes their relays. If the server has no change streams,
 * the relays poll.
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
     * Starts to listen.
     *
     * @param source the source's name in logs
     * @param targets what to wake, by collection name
     */
    public static MongoWakeUpListener start(
            String source, MongoConnections connections, Map<String, WakeUpTarget> targets) {
        CountDownLatch closed = new CountDownLatch(1);
        List<Thread> threads = targets.entrySet().stream()
                .map(entry -> Thread.ofVirtual()
                        .name("wake-ups-" + source + "-" + entry.getKey())
                        .start(new CollectionWatch(source, entry.getKey(), connections, entry.getValue(), closed)))
                .toList();
        return new MongoWakeUpListener(closed, threads);
    }

    /** Interrupts threads that do not end within {@link #JOIN_TIMEOUT}. */
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
