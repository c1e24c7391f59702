package dev.signalbox.benchmarks.workload;

import dev.signalbox.embedded.process.OpenResources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** Opens the receivers of runs. All runs share the brokers, which start on first use. */
public final class Receivers implements AutoCloseable {
    private final Path parent;
    private final Map<Destination, Broker> brokers = new EnumMap<>(Destination.class);
    private final OpenResources started = new OpenResources();

    /** @param parent brokers keep their data in folders of it until the end */
    public Receivers(Path parent) {
        this.parent = parent;
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
                case KAFKA -> KafkaBroker.startIn(parent);
                case RABBITMQ -> RabbitBroker.startIn(parent);
            };
            brokers.put(destination, broker);
            started.add(broker::close);
        }
        return broker.open(raw, live, received);
    }

    @Override
    public void close() throws IOException {
        started.close();
    }
}
