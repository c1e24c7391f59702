package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.io.IOException;

/** A topic of its own, what sends to it, and a consumer that reads it. */
final class KafkaOutlet implements Outlet {
    private final KafkaBroker broker;
    private final String topic;
    private final Sink sink;
    private final TopicReader reader;

    private KafkaOutlet(KafkaBroker broker, String topic, Sink sink, TopicReader reader) {
        this.broker = broker;
        this.topic = topic;
        this.sink = sink;
        this.reader = reader;
    }

    static KafkaOutlet open(KafkaBroker broker, Client client, Reading reading, Ledger ledger, Clock clock)
            throws IOException, InterruptedException {
        String topic = broker.newTopic();
        Sink sink = switch (client) {
            case SIGNALBOX -> sink("bench", broker.bootstrapServers(), topic, clock);
            case RAW ->
                new RawProducer(cluster("bench", broker.bootstrapServers()).producer(), topic);
        };
        TopicReader reader = new TopicReader(broker.bootstrapServers(), topic, ledger);
        if (reading == Reading.LIVE) {
            reader.start();
        }
        return new KafkaOutlet(broker, topic, sink, reader);
    }

    /** Signalbox's sink with its defaults. */
    static Sink sink(String name, String bootstrapServers, String topic, Clock clock) {
        return new KafkaSink(
                new KafkaCluster(cluster(name, bootstrapServers), clock), KafkaSinkSettings.DEFAULTS.withTopic(topic));
    }

    private static KafkaClusterSettings cluster(String name, String bootstrapServers) {
        return KafkaClusterSettings.of(name, bootstrapServers);
    }

    @Override
    public Sink sink() {
        return sink;
    }

    @Override
    public void collect() throws InterruptedException {
        reader.readToTheEnd();
    }

    @Override
    public void close() {
        sink.close();
        reader.close();
        broker.remove(topic);
    }
}
