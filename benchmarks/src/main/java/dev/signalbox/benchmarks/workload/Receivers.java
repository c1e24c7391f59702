package dev.signalbox.benchmarks.workload;

import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** Opens the receivers of runs. All runs share the brokers, which start on first use. */
public final class Receivers {
    private final Path parent;
    private final OpenResources started;
    private final Map<Destination, Broker> brokers = new EnumMap<>(Destination.class);

    /** Opens the receivers of one destination. */
    interface Broker {
        MessageReceiver open(boolean raw, boolean live, ReceivedMessages received)
                throws IOException, InterruptedException;
    }

    /**
     * Starts nothing yet.
     *
     * @param parent brokers keep their data in folders of it
     * @param started ends the brokers
     */
    public Receivers(Path parent, OpenResources started) {
        this.parent = parent;
        this.started = started;
    }

    /** About Kafka, for the report. */
    public static String kafkaDescription() {
        return AppInfoParser.getVersion() + ", one private broker, " + KafkaBroker.PARTITIONS
                + " partitions; by default, it acknowledges records before they are on disk";
    }

    /**
     * Opens a receiver for one run.
     *
     * @param raw whether a broker's client library sends messages, with the same settings as Signalbox's sink
     * @param live whether messages are read at once; otherwise they are read by {@link MessageReceiver#readAll}
     */
    public MessageReceiver open(Destination destination, boolean raw, boolean live, ReceivedMessages received)
            throws IOException, InterruptedException {
        Broker broker = brokers.get(destination);
        if (broker == null) {
            broker = switch (destination) {
                case IN_PROCESS -> (_, _, messages) -> new InProcessReceiver(messages);
                case HTTP -> (_, _, messages) -> new HttpReceiver(messages);
                case KAFKA -> new KafkaBroker(startKafka());
                case RABBITMQ -> new RabbitBroker(startRabbit());
            };
            brokers.put(destination, broker);
        }
        return broker.open(raw, live, received);
    }

    private LocalKafka startKafka() throws IOException, InterruptedException {
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(512);
        LocalKafka kafka = LocalKafka.start(folder("kafka"), options);
        started.add(kafka::close);
        return kafka;
    }

    private LocalRabbit startRabbit() throws IOException, InterruptedException {
        LocalRabbit rabbit = LocalRabbit.start(folder("rabbitmq"));
        started.add(rabbit::close);
        return rabbit;
    }

    /** Not next to a database folder: the search for leftovers there would release the lock of that folder. */
    private Path folder(String name) throws IOException {
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent.resolve(name)));
        started.add(folder::close);
        return folder.file("broker");
    }
}
