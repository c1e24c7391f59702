package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** Opens destinations, and holds what several runs share: a Kafka broker, which is started when it is first needed. */
public final class Destinations implements AutoCloseable {
    private final Path parent;
    private final Clock clock;
    private @Nullable KafkaBroker kafka;
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

    /** Opens one; what arrives is entered into the ledger. */
    public Outlet open(Destination destination, Client client, Outlet.Reading reading, Ledger ledger)
            throws IOException, InterruptedException {
        return switch (destination) {
            case IN_PROCESS -> Outlet.of(new InProcessSink(ledger));
            case HTTP -> Outlet.of(LoopbackHttpSink.open(ledger));
            case KAFKA -> KafkaOutlet.open(broker(), client, reading, ledger, clock);
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

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (kafka != null) {
            kafka.close();
            kafka = null;
        }
    }
}
