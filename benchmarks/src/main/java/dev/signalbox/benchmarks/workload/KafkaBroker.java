package dev.signalbox.benchmarks.workload;

import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** A private broker for all runs. Each run has its own topic. */
final class KafkaBroker {
    static final int PARTITIONS = 4;

    private static final int HEAP_MEGABYTES = 512;

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
                    BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(HEAP_MEGABYTES);
            return new KafkaBroker(folder, LocalKafka.start(folder.file("broker"), options));
        } catch (IOException | InterruptedException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    /** Creates an empty topic. */
    synchronized String newTopic() throws IOException, InterruptedException {
        topics++;
        String topic = "bench-" + topics;
        try {
            kafka.createTopic(topic, PARTITIONS, Map.of());
        } catch (ExecutionException e) {
            throw new IOException("the topic " + topic + " could not be created: " + e.getCause(), e);
        }
        return topic;
    }

    /** Removes a topic: all runs together would fill the disk. */
    void remove(String topic) {
        try (Admin admin = Admin.create(Map.<String, Object>copyOf(kafka.clientSettings()))) {
            admin.deleteTopics(List.of(topic)).all().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the topic " + topic + " could not be removed", e.getCause());
        }
    }

    void close() throws IOException {
        try (folder) {
            kafka.close();
        }
    }
}
