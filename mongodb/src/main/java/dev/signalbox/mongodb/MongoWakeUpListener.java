package dev.signalbox.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.WakeUpTarget;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

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

    /**
     * Watches one collection while its relay is idle. It opens a stream when the relay becomes idle and closes it at the first
     * change, because a busy relay polls anyway. The relay polls once after a stream is opened, so it misses no message between
     * two streams.
     */
    static final class CollectionWatch implements Runnable {
        private static final System.Logger LOG = System.getLogger(CollectionWatch.class.getName());
        private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
        private static final Duration MAX_PAUSE = Duration.ofSeconds(5);
        private static final Duration STREAM_CHECK_INTERVAL = Duration.ofMinutes(1);
        /** How long the server waits for a change before it returns an empty answer. */
        private static final Duration MAX_AWAIT_TIME = Duration.ofSeconds(1);

        /** Matches when a message becomes PENDING, and leaves out its content. */
        private static final List<Bson> NEW_MESSAGES = List.of(
                Aggregates.match(Filters.or(
                        Filters.in("operationType", List.of("insert", "replace")),
                        Filters.eq("updateDescription.updatedFields." + OutboxFields.STATUS, OutboxFields.PENDING))),
                Aggregates.project(Projections.include("_id")));

        /** How often to check whether the relay is idle, or whether a server that does not wait has a change. */
        private static final Duration TICK = Duration.ofMillis(20);

        private enum WatchEnd {
            CLOSED,
            NO_STREAMS,
            LOST
        }

        private final String source;
        private final String collection;
        private final MongoConnections connections;
        private final WakeUpTarget target;
        private final CountDownLatch closed;
        private boolean loggedPolling;
        /** Whether a stream could be opened since the last failure. */
        private boolean connected;

        CollectionWatch(
                String source,
                String collection,
                MongoConnections connections,
                WakeUpTarget target,
                CountDownLatch closed) {
            this.source = source;
            this.collection = collection;
            this.connections = connections;
            this.target = target;
            this.closed = closed;
        }

        @Override
        public void run() {
            Duration pause = FIRST_PAUSE;
            try {
                do {
                    WatchEnd end = watch();
                    target.wakeUps(PollSchedule.WakeUps.ABSENT);
                    pause = switch (end) {
                        case CLOSED -> FIRST_PAUSE;
                        case NO_STREAMS -> STREAM_CHECK_INTERVAL;
                        case LOST -> connected ? FIRST_PAUSE : shorter(pause.multipliedBy(2), MAX_PAUSE);
                    };
                    connected = false;
                } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException | MongoInterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private WatchEnd watch() throws InterruptedException {
            try {
                // Shows whether the server supports streams.
                openStream().close();
                streamsAvailable();
                while (!closed.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                    if (target.isIdle()) {
                        listen();
                    }
                }
                return WatchEnd.CLOSED;
            } catch (MongoInterruptedException e) {
                throw e;
            } catch (MongoException e) {
                return ended(e);
            }
        }

        private MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> openStream() {
            return connections
                    .collection(collection)
                    .watch(NEW_MESSAGES, BsonDocument.class)
                    .maxAwaitTime(MAX_AWAIT_TIME.toMillis(), TimeUnit.MILLISECONDS)
                    .cursor();
        }

        private void listen() throws InterruptedException {
            try (var stream = openStream()) {
                target.wakeUps(PollSchedule.WakeUps.ARMED);
                while (target.isIdle() && !hasChange(stream)) {
                    if (closed.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            }
            target.wakeUps(PollSchedule.WakeUps.UNARMED);
        }

        private boolean hasChange(MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> stream) {
            boolean changed = stream.tryNext() != null;
            if (changed) {
                target.wake();
            }
            return changed;
        }

        private WatchEnd ended(MongoException reason) {
            if (lacksStreams(reason)) {
                if (!loggedPolling) {
                    loggedPolling = true;
                    log(
                            Level.INFO,
                            "source {0}: polling for new messages in {1}; a replica set notifies at once, if the user may open"
                                    + " change streams ({2})",
                            reason);
                }
                return WatchEnd.NO_STREAMS;
            }
            if (connected && closed.getCount() > 0) {
                log(
                        Level.WARNING,
                        "source {0}: lost the change stream of {1}, polling until it works again: {2}",
                        reason);
            }
            return WatchEnd.LOST;
        }

        private void log(Level level, String format, MongoException reason) {
            LOG.log(level, format, source, collection, reason.getMessage());
        }

        private boolean lacksStreams(MongoException reason) {
            if (!(reason instanceof MongoCommandException)) {
                return false;
            }
            try {
                return MongoConnections.isUnauthorized(reason)
                        || !connections.deployment().replicated();
            } catch (MongoException _) {
                return false;
            }
        }

        private void streamsAvailable() {
            LOG.log(Level.INFO, "source {0}: a change stream notifies of new messages in {1}", source, collection);
            connected = true;
            loggedPolling = false;
            target.wakeUps(PollSchedule.WakeUps.UNARMED);
            target.wake();
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }
    }
}
