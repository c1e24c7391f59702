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

/** One producer's life, and what has been learnt through it. */
final class ProducerSession {
    /** Far below the day after which a broker forgets a producer that is silent on a partition. */
    private static final long PRIMED_NANOS = Duration.ofMinutes(10).toNanos();

    private static final long REFRESH_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int CLOSED = Integer.MIN_VALUE / 2;

    private final Producer<byte[], byte[]> producer;
    private final Clock clock;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicReference<@Nullable ProducerRetirement> producerRetirement = new AtomicReference<>();
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

    /** Begins a use; false if it is closed and another one has to be made. */
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

    /** Closes it if nobody uses it and nobody has for so long. */
    boolean closeIfIdle(Duration idleTimeout) {
        boolean idle = clock.nanos() - lastUse >= idleTimeout.toNanos();
        if (!idle || !users.compareAndSet(0, CLOSED)) {
            return false;
        }
        retire(new ProducerRetirement("it was idle", false));
        return true;
    }

    /**
     * Gives the producer up: nothing that it holds leaves any more, and all of it fails. May be called from its callbacks,
     * and then takes effect before it sends anything else.
     */
    boolean retire(ProducerRetirement why) {
        if (!producerRetirement.compareAndSet(null, why)) {
            return false;
        }
        producer.close(Duration.ZERO);
        return true;
    }

    boolean isRetired() {
        return producerRetirement.get() != null;
    }

    @Nullable
    ProducerRetirement retirement() {
        return producerRetirement.get();
    }

    void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        var _ = producer.send(record, callback);
    }

    /**
     * Says that nothing more follows for now, so that what was handed over leaves without lingering.
     *
     * <p>Kafka's own flush also waits, for everything that the producer holds: other calls' records too, which may be for
     * a broker that hangs. So a thread of its own does the waiting.
     */
    void leaveNow() {
        Thread.ofVirtual().name("signalbox-kafka-flush").start(() -> {
            try {
                producer.flush();
            } catch (KafkaException | IllegalStateException closed) {
                // Given up meanwhile: each record's own answer says so.
            }
        });
    }

    /** Asks the producer, which asks the cluster if it does not know; blocks for {@code max.block.ms} at most. */
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

    /** Whether the broker has seen this producer on the partition, and so refuses what comes out of sequence. */
    boolean isPrimed(TopicPartition partition) {
        Long since = primed.get(partition);
        return since != null && clock.nanos() - since < PRIMED_NANOS;
    }
}
