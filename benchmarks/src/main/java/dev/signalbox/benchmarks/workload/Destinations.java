package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** Opens destinations, and holds what several runs share: brokers, which are started when they are first needed. */
public final class Destinations implements AutoCloseable {
    private final Path parent;
    private final Clock clock;
    private @Nullable KafkaBroker kafka;
    private @Nullable RabbitBroker rabbit;
    private boolean closed;

    /** @param parent where a broker has a folder for its data until the end */
    public Destinations(Path parent, Clock clock) {
        this.parent = parent;
        this.clock = clock;
    }

    /** What one should know about Kafka here. */
    public static String aboutKafka() {
        return AppInfoParser.getVersion() + ", one broker of its own, " + KafkaBroker.PARTITIONS
                + " partitions; as it comes, it acknowledges what its disk may not have yet";
    }

    /** Why there is no RabbitMQ here; empty if there is. */
    public static Optional<String> whyNoRabbit() {
        return LocalRabbit.whyNot();
    }

    /** Opens one; what arrives is entered into the ledger. */
    public Outlet open(Destination destination, Client client, Outlet.Reading reading, Ledger ledger)
            throws IOException, InterruptedException {
        return switch (destination) {
            case IN_PROCESS -> Outlet.of(new InProcessSink(ledger));
            case HTTP -> Outlet.of(LoopbackHttpSink.open(ledger));
            case KAFKA -> KafkaOutlet.open(broker(), client, reading, ledger, clock);
            case RABBITMQ -> RabbitOutlet.open(rabbitBroker(), client, reading, ledger, clock);
        };
    }

    /** Opens the way to a cluster of which every connection is refused. */
    public Outlet openDeadKafka() throws IOException {
        return DeadKafka.open(clock);
    }

    private synchronized KafkaBroker broker() throws IOException, InterruptedException {
        if (closed) {
            throw new IllegalStateException("the destinations are closed");
        }
        KafkaBroker broker = kafka;
        if (broker == null) {
            broker = KafkaBroker.startIn(parent);
            kafka = broker;
        }
        return broker;
    }

    private synchronized RabbitBroker rabbitBroker() throws IOException, InterruptedException {
        if (closed) {
            throw new IllegalStateException("the destinations are closed");
        }
        RabbitBroker broker = rabbit;
        if (broker == null) {
            broker = RabbitBroker.startIn(parent);
            rabbit = broker;
        }
        return broker;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (rabbit != null) {
            rabbit.close();
            rabbit = null;
        }
        if (kafka != null) {
            kafka.close();
            kafka = null;
        }
    }
}
