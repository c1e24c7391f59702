package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import java.io.IOException;
import java.util.Map;

/** A topic of its own, what sends to it, and a consumer that reads it. */
final class KafkaOutlet implements Outlet {
    /** As the server sets them for a lease of 2.5 s. */
    private static final Map<String, String> CLIENT =
            Map.of("delivery.timeout.ms", "2000", "request.timeout.ms", "1000");

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
        KafkaClusterSettings cluster =
                KafkaClusterSettings.of("bench", broker.bootstrapServers()).withClient(CLIENT);
        Sink sink = switch (client) {
            case SIGNALBOX ->
                new KafkaSink(new KafkaCluster(cluster, clock), KafkaSinkSettings.DEFAULTS.withTopic(topic));
            case RAW -> new RawProducer(cluster.producer(), topic);
        };
        TopicReader reader = new TopicReader(broker.bootstrapServers(), topic, ledger);
        if (reading == Reading.LIVE) {
            reader.start();
        }
        return new KafkaOutlet(broker, topic, sink, reader);
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
