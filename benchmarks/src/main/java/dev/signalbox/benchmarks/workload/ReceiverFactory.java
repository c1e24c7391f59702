package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** Opens the receivers of runs. All runs share the brokers, which start on first use. */
public final class ReceiverFactory implements AutoCloseable {
    private final Path parent;
    private final Clock clock;
    private @Nullable KafkaBroker kafka;
    private @Nullable RabbitBroker rabbit;
    private boolean closed;

    /** @param parent brokers keep their data in folders of it until the end */
    public ReceiverFactory(Path parent, Clock clock) {
        this.parent = parent;
        this.clock = clock;
    }

    /** About Kafka, for the report. */
    public static String kafkaDescription() {
        return AppInfoParser.getVersion() + ", one private broker, " + KafkaBroker.PARTITIONS
                + " partitions; by default, it acknowledges records before they are on disk";
    }

    /** @param live whether messages are read at once; otherwise they are read by {@link MessageReceiver#readAll} */
    public MessageReceiver open(Destination destination, BrokerClient client, boolean live, ReceivedMessages received)
            throws IOException, InterruptedException {
        return switch (destination) {
            case IN_PROCESS -> new InProcessReceiver(received);
            case HTTP -> new HttpReceiver(received);
            case KAFKA -> new KafkaReceiver(kafka(), client, live, received, clock);
            case RABBITMQ -> new RabbitReceiver(rabbit(), client, live, received, clock);
        };
    }

    /** The sink of a Kafka cluster that refuses every connection: its port is bound, and nothing listens there. */
    public Sink unreachableKafka(Socket port) throws IOException {
        port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        String address = port.getLocalAddress().getHostAddress() + ":" + port.getLocalPort();
        return KafkaReceiver.sink("dead", address, "nowhere", clock);
    }

    private synchronized KafkaBroker kafka() throws IOException, InterruptedException {
        checkOpen();
        if (kafka == null) {
            kafka = KafkaBroker.startIn(parent);
        }
        return kafka;
    }

    private synchronized RabbitBroker rabbit() throws IOException, InterruptedException {
        checkOpen();
        if (rabbit == null) {
            rabbit = RabbitBroker.startIn(parent);
        }
        return rabbit;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the receivers are closed");
        }
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
