package dev.signalbox.sink.kafka;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The lifetime of one producer, and what it has learnt about the cluster. */
final class ProducerSession {
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
