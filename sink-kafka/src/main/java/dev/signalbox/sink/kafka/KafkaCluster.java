package dev.signalbox.sink.kafka;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster, which several sinks may share. It has one producer, made when something is to be sent, closed when it
 * was idle for long or when the last sink is closed, and replaced when it is broken.
 */
public final class KafkaCluster {
    /** For so long a topic that is not there is not asked for again. */
    static final Duration MISSING = Duration.ofSeconds(10);

    /** For so long each group's messages for a topic go one by one after one of them was refused. */
    static final Duration WARY = Duration.ofMinutes(5);

    private static final System.Logger LOG = System.getLogger(KafkaCluster.class.getName());
    private static final Duration RAREST_LOOK = Duration.ofSeconds(30);

    private final KafkaClusterSettings settings;
    private final Clock clock;
    private final ProducerFactory factory;
    private final ReentrantLock making = new ReentrantLock();
    private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();
    private final TopicMemory missing;
    private final TopicMemory wary;
    private final Secrets secrets;
    private int sinks;

    /** Opens no connection yet. */
    public KafkaCluster(KafkaClusterSettings settings, Clock clock) {
        this(settings, clock, KafkaProducer::new);
    }

    KafkaCluster(KafkaClusterSettings settings, Clock clock, ProducerFactory factory) {
        this.settings = settings;
        this.clock = clock;
        this.factory = factory;
        this.missing = new TopicMemory(MISSING, clock);
        this.wary = new TopicMemory(WARY, clock);
        this.secrets = new Secrets(settings.client());
    }

    public KafkaClusterSettings settings() {
        return settings;
    }

    Clock clock() {
        return clock;
    }

    Secrets secrets() {
        return secrets;
    }

    /** Topics that the cluster does not have, or does not let us see. */
    TopicMemory missing() {
        return missing;
    }

    /** Topics of which a message was refused while later ones of its group were on their way. */
    TopicMemory wary() {
        return wary;
    }

    /** Whether the partition of a record is known before the producer has it. */
    boolean choosesPartitions() {
        return !settings.client().containsKey("partitioner.class")
                && !Boolean.parseBoolean(settings.client().get("partitioner.ignore.keys"));
    }

    void join() {
        making.lock();
        try {
            sinks++;
        } finally {
            making.unlock();
        }
    }

    /** The last one to leave closes the producer. */
    void leave() {
        making.lock();
        try {
            if (--sinks > 0) {
                return;
            }
        } finally {
            making.unlock();
        }
        Connection last = current.get();
        if (last != null) {
            retire(last, new Retirement("its sinks were closed", true));
        }
    }

    /** A connection that the caller releases; null if all sinks are closed. */
    @Nullable
    Connection acquire() {
        while (true) {
            Connection connection = current.get();
            if (connection == null) {
                connection = make();
            }
            if (connection == null || connection.acquire()) {
                return connection;
            }
            current.compareAndSet(connection, null);
        }
    }

    private @Nullable Connection make() {
        making.lock();
        try {
            Connection there = current.get();
            if (there != null || sinks <= 0) {
                return there;
            }
            Connection made = new Connection(factory.create(ClientDefaults.complete(settings)), clock);
            current.set(made);
            Thread.ofVirtual().name("signalbox-kafka-idle-" + settings.name()).start(() -> watch(made));
            return made;
        } finally {
            making.unlock();
        }
    }

    /** Gives a producer up; the next one who needs one makes it. */
    void retire(Connection connection, Retirement why) {
        current.compareAndSet(connection, null);
        if (connection.retire(why)) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "Kafka cluster " + settings.name() + ": producer given up: " + secrets.word(why.reason()));
        }
    }

    private void watch(Connection connection) {
        long look = Math.min(
                RAREST_LOOK.toNanos(), Math.max(1, settings.idleTimeout().toNanos() / 4));
        while (!connection.isRetired()) {
            LockSupport.parkNanos(look);
            closeIfIdle(connection);
        }
    }

    private void closeIfIdle(Connection connection) {
        if (connection.closeIfIdle(settings.idleTimeout())) {
            current.compareAndSet(connection, null);
        }
    }

    /** Closes the producer if it was idle for long enough; a thread of its own does so from time to time. */
    void closeIfIdle() {
        Connection connection = current.get();
        if (connection != null) {
            closeIfIdle(connection);
        }
    }

    boolean isConnected() {
        return current.get() != null;
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
