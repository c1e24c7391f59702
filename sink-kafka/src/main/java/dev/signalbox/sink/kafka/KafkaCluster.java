package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.KafkaCluster.ProducerSession.Retirement;
import dev.signalbox.sink.kafka.KafkaClusterSettings.KafkaClients;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
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

    /** The lifetime of one producer, and what it has learnt about the cluster. */
    static final class ProducerSession {
        /** Far below the day after which a broker forgets a producer that is silent on a partition. */
        private static final long PRIMED_NANOS = Duration.ofMinutes(10).toNanos();

        private static final long REFRESH_NANOS = Duration.ofMinutes(1).toNanos();
        private static final int CLOSED = Integer.MIN_VALUE / 2;

        /** Why a producer was retired; in an outage it completed no records, so that sending again at once is pointless. */
        record Retirement(String reason, boolean outage) {}

        private final Producer<byte[], byte[]> producer;
        private final Clock clock;
        private final AtomicInteger users = new AtomicInteger();
        private final AtomicReference<@Nullable Retirement> retirement = new AtomicReference<>();
        private final Map<TopicPartition, Long> primed = new ConcurrentHashMap<>();
        private final Set<String> knownTopics = ConcurrentHashMap.newKeySet();
        private volatile long lastUse;
        private volatile long lastSuccess;

        ProducerSession(Producer<byte[], byte[]> producer, Clock clock) {
            this.producer = producer;
            this.clock = clock;
            this.lastUse = clock.nanos();
            this.lastSuccess = lastUse;
        }

        /** Starts a use; false if the session is closed and a new one is needed. */
        boolean acquire() {
            if (users.incrementAndGet() <= 0 || isRetired()) {
                users.decrementAndGet();
                return false;
            }
            return true;
        }

        void release() {
            lastUse = clock.nanos();
            users.decrementAndGet();
        }

        /** Closes the producer if it is unused and has been for this long. */
        boolean closeIfIdle(Duration idleTimeout) {
            boolean idle = clock.nanos() - lastUse >= idleTimeout.toNanos();
            if (!idle || !users.compareAndSet(0, CLOSED)) {
                return false;
            }
            retire(new Retirement("it was idle", false));
            return true;
        }

        /**
         * Retires the producer: it drops its buffered records, and all of them fail. May be called from the producer's
         * callbacks; then it takes effect before the producer sends anything else.
         */
        boolean retire(Retirement why) {
            if (!retirement.compareAndSet(null, why)) {
                return false;
            }
            producer.close(Duration.ZERO);
            return true;
        }

        boolean isRetired() {
            return retirement.get() != null;
        }

        @Nullable
        Retirement retirement() {
            return retirement.get();
        }

        void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            var _ = producer.send(record, callback);
        }

        /** Sends buffered records without lingering. Flush waits for other calls' records too, hence the thread. */
        void leaveNow() {
            Thread.ofVirtual().name("signalbox-kafka-flush").start(() -> {
                try {
                    producer.flush();
                } catch (KafkaException | IllegalStateException closed) {
                    // Retired in the meantime: each record's own answer says so.
                }
            });
        }

        /** Asks the producer, which asks the cluster if necessary; blocks for at most {@code max.block.ms}. */
        List<PartitionInfo> partitions(String topic) {
            List<PartitionInfo> partitions = producer.partitionsFor(topic);
            knownTopics.add(topic);
            return partitions;
        }

        boolean knows(String topic) {
            return knownTopics.contains(topic);
        }

        void forget(String topic) {
            knownTopics.remove(topic);
        }

        void succeeded(TopicPartition partition) {
            long now = clock.nanos();
            lastSuccess = now;
            Long before = primed.get(partition);
            if (before == null || now - before > REFRESH_NANOS) {
                primed.put(partition, now);
            }
        }

        boolean hasSucceededSince(long time) {
            return lastSuccess - time > 0;
        }

        /** Whether the broker has seen this producer on the partition, and so refuses records out of sequence. */
        boolean isPrimed(TopicPartition partition) {
            Long since = primed.get(partition);
            return since != null && clock.nanos() - since < PRIMED_NANOS;
        }
    }
}
