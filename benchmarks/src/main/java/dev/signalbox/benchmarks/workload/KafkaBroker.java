package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** A private broker for all runs. Each run has its own topic. */
final class KafkaBroker implements Broker {
    static final int PARTITIONS = 4;

    private final RunFolder folder;
    private final LocalKafka kafka;
    private int topics;

    private KafkaBroker(RunFolder folder, LocalKafka kafka) {
        this.folder = folder;
        this.kafka = kafka;
    }

    static KafkaBroker startIn(Path parent) throws IOException, InterruptedException {
        // Not next to a database folder: the search for leftovers there would release the lock of that folder.
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent.resolve("kafka")));
        try {
            BrokerOptions options =
                    BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(512);
            return new KafkaBroker(folder, LocalKafka.start(folder.file("broker"), options));
        } catch (IOException | InterruptedException | RuntimeException e) {
            folder.close();
            throw e;
        }
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
        return new Receiver(topic, sink, live ? reader.start() : reader);
    }

    @Override
    public void close() throws IOException {
        try (folder) {
            kafka.close();
        }
    }

    /** A topic, a sink that sends to it, and a thread that reads it from its beginning. */
    private final class Receiver implements MessageReceiver {
        private final String topic;
        private final Sink sink;
        private final TopicReader reader;

        Receiver(String topic, Sink sink, TopicReader reader) {
            this.topic = topic;
            this.sink = sink;
            this.reader = reader;
        }

        @Override
        public Sink sink() {
            return sink;
        }

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
