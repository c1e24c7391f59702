package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Kafka's producer alone: sends a batch, flushes, and checks that everything was acknowledged, without keeping order. */
final class RawKafkaSink implements Sink {
    private final Map<String, Object> settings;
    private final String topic;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private @Nullable Producer<byte[], byte[]> producer;

    RawKafkaSink(Map<String, Object> settings, String topic) {
        this.settings = settings;
        this.topic = topic;
    }

    @Override
    public SinkLimits limits() {
        return KafkaSinkSettings.DEFAULTS.limits();
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) {
        if (producer == null) {
            producer = new KafkaProducer<>(settings); // with the first message, as that of the sink is
        }
        for (Message message : batch) {
            var _ = producer.send(record(message), (_, problem) -> failure.compareAndSet(null, problem));
        }
        producer.flush();
        Exception problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("not all of a batch was acknowledged: " + problem, problem);
        }
        return Answer.DELIVERED;
    }

    private ProducerRecord<byte[], byte[]> record(Message message) {
        String group = message.group();
        byte[] key = group == null ? null : utf8(group);
        // Consumers use the header to deduplicate
        return new ProducerRecord<>(
                topic,
                null,
                key,
                message.payload().bytes(),
                List.of(new RecordHeader("messageId", utf8(message.id()))));
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
