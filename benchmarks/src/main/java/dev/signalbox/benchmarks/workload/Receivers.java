package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** Opens the receivers of runs. All runs share the brokers, which start on first use. */
public final class Receivers {
    private final Path parent;
    private final OpenResources started;
    private final Map<Destination, Broker> brokers = new EnumMap<>(Destination.class);

    interface Broker {
        MessageReceiver open(boolean raw, boolean live, ReceivedMessages received)
                throws IOException, InterruptedException;
    }

    /** Starts nothing yet. Brokers keep their data in folders of the parent; {@code started} ends them. */
    public Receivers(Path parent, OpenResources started) {
        this.parent = parent;
        this.started = started;
    }

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

    /** A sink that only records messages. */
    private record InProcessReceiver(ReceivedMessages received) implements MessageReceiver, Sink {
        private static final SinkLimits LIMITS = new SinkLimits(500, 4L << 20);

        @Override
        public SinkLimits limits() {
            return LIMITS;
        }

        @Override
        public Answer send(List<Message> batch, long notAfter) {
            for (Message message : batch) {
                received.arrived(Workload.numberIn(message.payload().bytes(), 0));
            }
            return Answer.DELIVERED;
        }

        @Override
        public Sink sink() {
            return this;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
