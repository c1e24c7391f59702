package dev.signalbox.sink.kafka;

import dev.signalbox.core.time.Clock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Finds the last committed checkpoint of a feed: reads the last records of the topic, then further and further back. */
final class CheckpointReader {
    /** Number of records that the first read covers; each further read goes ten times as far back. */
    private static final long FIRST_LOOK = 1_000;

    private static final Duration POLL = Duration.ofMillis(100);

    private final TopicPartition partition;
    private final byte[] key;
    private final Duration patience;
    private final Clock clock;

    CheckpointReader(String topic, String key, Duration patience, Clock clock) {
        this.partition = new TopicPartition(topic, 0);
        this.key = key.getBytes(StandardCharsets.UTF_8);
        this.patience = patience;
        this.clock = clock;
    }

    /** @throws TimeoutException if it does not reach the end in time */
    @Nullable
    ConsumerRecord<byte[], byte[]> find(Admin admin, Consumer<byte[], byte[]> consumer)
            throws ExecutionException, InterruptedException {
        long begin = offset(admin, OffsetSpec.earliest());
        long end = offset(admin, OffsetSpec.latest());
        consumer.assign(List.of(partition));
        long deadline = clock.nanos() + patience.toNanos();
        long look = FIRST_LOOK;
        ConsumerRecord<byte[], byte[]> found = null;
        while (found == null && end > begin) {
            long start = Math.max(begin, end - look);
            found = last(consumer, start, end, deadline);
            end = start;
            look *= 10;
        }
        return found;
    }

    /**
     * Returns the end of all records, not the last stable offset that a read-committed consumer sees. Other feeds may have
     * open transactions here, and these must end before the records behind them are readable.
     */
    private long offset(Admin admin, OffsetSpec which) throws ExecutionException, InterruptedException {
        var asked =
                admin.listOffsets(Map.of(partition, which), new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED));
        return CursorTopic.answer(asked.partitionResult(partition)).offset();
    }

    private @Nullable ConsumerRecord<byte[], byte[]> last(
            Consumer<byte[], byte[]> consumer, long start, long end, long deadline) {
        ConsumerRecord<byte[], byte[]> found = null;
        consumer.seek(partition, start);
        while (consumer.position(partition) < end) {
            if (clock.nanos() - deadline > 0) {
                throw new TimeoutException("the last note is not known yet: somebody has an open transaction in topic "
                        + partition.topic() + ", or it is long");
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < end && Arrays.equals(record.key(), key)) {
                    found = record;
                }
            }
        }
        return found;
    }
}
