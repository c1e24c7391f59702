package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka's own producer lets anyone do: send a batch, flush, look whether all of it was acknowledged. If a record
 * fails, those behind it in its group arrive all the same.
 */
final class RawProducer implements Sink {
    private final Map<String, Object> settings;
    private final String topic;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private @Nullable Producer<byte[], byte[]> producer;

    RawProducer(Map<String, Object> settings, String topic) {
        this.settings = settings;
        this.topic = topic;
    }

    @Override
    public SinkLimits limits() {
        return KafkaSinkSettings.DEFAULTS.limits();
    }

    @Override
    public Answer send(List<Message> batch) {
        Producer<byte[], byte[]> ready = connected();
        for (Message message : batch) {
            var _ = ready.send(record(message), (_, problem) -> {
                if (problem != null) {
                    failure.compareAndSet(null, problem);
                }
            });
        }
        ready.flush();
        Exception problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("not all of a batch was acknowledged: " + problem, problem);
        }
        return Answer.DELIVERED;
    }

    /** Made with the first message, as the sink's is: that takes its time too. */
    private Producer<byte[], byte[]> connected() {
        if (producer == null) {
            producer = new KafkaProducer<>(settings);
        }
        return producer;
    }

    private ProducerRecord<byte[], byte[]> record(Message message) {
        String group = message.group();
        byte[] key = group == null ? null : utf8(group);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, key, message.payload().bytes());
        // What consumers deduplicate by: without it, a batch that is repeated after a crash would count twice.
        record.headers().add("messageId", utf8(message.id()));
        return record;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close();
        }
    }
}
