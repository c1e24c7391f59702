package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.ProducerSession.Retirement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster that several sinks may share. It has one producer: created on first use, closed when it has been idle for
 * long or when the last sink is closed, and replaced when it is broken.
 */
public final class KafkaCluster {
    /** How long a missing topic is not looked up again. */
    static final Duration MISSING = Duration.ofSeconds(10);

    /** How long each group sends one message at a time to a topic after that topic refused a message. */
    static final Duration WARY = Duration.ofMinutes(5);

    private static final System.Logger LOG = System.getLogger(KafkaCluster.class.getName());
    private static final Duration RAREST_LOOK = Duration.ofSeconds(30);

    private final KafkaClusterSettings settings;
    private final Clock clock;
    private final Function<Map<String, Object>, Producer<byte[], byte[]>> factory;
    private final AtomicReference<@Nullable ProducerSession> current = new AtomicReference<>();
    private final TopicFailureCache missingTopics;
    private final TopicFailureCache unsafeTopics;
    private final KafkaErrors errors;
    private int sinks;

    public KafkaCluster(KafkaClusterSettings settings, Clock clock) {
        this(settings, clock, KafkaProducer::new);
    }

    KafkaCluster(
            KafkaClusterSettings settings,
            Clock clock,
            Function<Map<String, Object>, Producer<byte[], byte[]>> factory) {
        this.settings = settings;
        this.clock = clock;
        this.factory = factory;
        this.missingTopics = new TopicFailureCache(MISSING, clock);
        this.unsafeTopics = new TopicFailureCache(WARY, clock);
        this.errors = new KafkaErrors(settings);
    }

    public KafkaClusterSettings settings() {
        return settings;
    }

    Clock clock() {
        return clock;
    }

    KafkaErrors errors() {
        return errors;
    }

    /** Topics that do not exist in the cluster, or that this client may not see. */
    TopicFailureCache missingTopics() {
        return missingTopics;
    }

    /** Topics that refused a message while later messages of its group were in flight. */
    TopicFailureCache unsafeTopics() {
        return unsafeTopics;
    }

    /** Whether a record's partition is known before it is handed to the producer. */
    boolean choosesPartitions() {
        return !settings.client().containsKey("partitioner.class")
                && !Boolean.parseBoolean(settings.client().get("partitioner.ignore.keys"));
    }

    synchronized void join() {
        sinks++;
    }

    /** Releases one sink's use; the last one closes the producer. */
    void leave() {
        synchronized (this) {
            if (--sinks > 0) {
                return;
            }
        }
        ProducerSession last = current.get();
        if (last != null) {
            retire(last, new Retirement("its sinks were closed", true));
        }
    }

    /** Returns a session that the caller releases; null if all sinks are closed. */
    @Nullable
    ProducerSession acquire() {
        while (true) {
            ProducerSession session = current.get();
            if (session == null) {
                session = make();
            }
            if (session == null || session.acquire()) {
                return session;
            }
            current.compareAndSet(session, null);
        }
    }

    private synchronized @Nullable ProducerSession make() {
        ProducerSession there = current.get();
        if (there != null || sinks <= 0) {
            return there;
        }
        ProducerSession made = new ProducerSession(factory.apply(KafkaClients.complete(settings)), clock);
        current.set(made);
        Thread.ofVirtual().name("signalbox-kafka-idle-" + settings.name()).start(() -> watch(made));
        return made;
    }

    /** Retires a producer; the next use creates a new one. */
    void retire(ProducerSession session, Retirement why) {
        current.compareAndSet(session, null);
        if (session.retire(why)) {
            LOG.log(System.Logger.Level.DEBUG, () -> errors.word(": producer given up: " + why.reason()));
        }
    }

    private void watch(ProducerSession session) {
        long look = Math.clamp(settings.idleTimeout().toNanos() / 4, 1, RAREST_LOOK.toNanos());
        while (!session.isRetired()) {
            LockSupport.parkNanos(look);
            closeIfIdle(session);
        }
    }

    private void closeIfIdle(ProducerSession session) {
        if (session.closeIfIdle(settings.idleTimeout())) {
            current.compareAndSet(session, null);
        }
    }

    /** Closes the producer if it has been idle for long enough; a background thread calls it periodically. */
    void closeIfIdle() {
        ProducerSession session = current.get();
        if (session != null) {
            closeIfIdle(session);
        }
    }

    boolean isConnected() {
        return current.get() != null;
    }

    /** Caches failures of topics for a limited time; evicts the oldest when full. */
    static final class TopicFailureCache {
        private static final int MAX_TOPICS = 1_000;

        private record CachedFailure(String reason, long until) {}

        private final Duration time;
        private final Clock clock;
        private final Map<String, CachedFailure> failures = new LinkedHashMap<>();

        TopicFailureCache(Duration time, Clock clock) {
            this.time = time;
            this.clock = clock;
        }

        synchronized void remember(String topic, String reason) {
            failures.remove(topic);
            failures.put(topic, new CachedFailure(reason, clock.nanos() + time.toNanos()));
            if (failures.size() > MAX_TOPICS) {
                failures.remove(failures.keySet().iterator().next());
            }
        }

        /** The outcome of messages of the topic while its failure still applies. */
        synchronized Optional<Outcome> find(String topic) {
            CachedFailure failure = failures.get(topic);
            if (failure == null) {
                return Optional.empty();
            }
            long left = failure.until - clock.nanos();
            if (left <= 0) {
                failures.remove(topic);
                return Optional.empty();
            }
            return Optional.of(new Outcome.Postponed(failure.reason, Duration.ofNanos(left)));
        }
    }
}
