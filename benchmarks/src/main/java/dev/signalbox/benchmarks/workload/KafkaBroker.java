package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** A private broker for all runs. Each run has its own topic. */
final class KafkaBroker implements Receivers.Broker {
    static final int PARTITIONS = 4;

    private final LocalKafka kafka;
    private int topics;

    KafkaBroker(LocalKafka kafka) {
        this.kafka = kafka;
    }

    @Override
    public MessageReceiver open(boolean raw, boolean live, ReceivedMessages received)
            throws IOException, InterruptedException {
        topics++;
        String topic = "bench-" + topics;
        try {
            kafka.createTopic(topic, PARTITIONS, Map.of());
        } catch (ExecutionException e) {
            throw new IOException("the topic " + topic + " could not be created: " + e.getCause(), e);
        }
        KafkaClusterSettings settings = KafkaClusterSettings.of("bench", kafka.bootstrapServers());
        Sink sink = raw
                ? new RawKafkaSink(settings.producer(), topic)
                : new KafkaSink(new KafkaCluster(settings, Clock.SYSTEM), KafkaSinkSettings.DEFAULTS.withTopic(topic));
        TopicReader reader = new TopicReader(
                kafka.bootstrapServers(),
                List.of(topic),
                record -> received.arrived(Workload.numberIn(record.value(), 0)));
        return new Receiver(kafka, topic, sink, live ? reader.start() : reader);
    }

    private record Receiver(LocalKafka kafka, String topic, Sink sink, TopicReader reader) implements MessageReceiver {
        @Override
        public void readAll() throws InterruptedException {
            reader.readAll();
        }

        /** Removes the topic: all runs together would fill the disk. */
        @Override
        public void close() {
            sink.close();
            reader.close();
            try (Admin admin = Admin.create(Map.<String, Object>copyOf(kafka.clientSettings()))) {
                admin.deleteTopics(List.of(topic)).all().get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                throw new IllegalStateException("the topic " + topic + " could not be removed", e.getCause());
            }
        }
    }
}
