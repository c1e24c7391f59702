package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.Starting;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.nio.file.Path;

/** A Kafka broker that starts while other things do. */
public final class Broker implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 160;

    private final int port;
    private final Starting<LocalKafka> start;

    private Broker(int port, Starting<LocalKafka> start) {
        this.port = port;
        this.start = start;
    }

    /** Begins to start it, with its data in this folder. */
    public static Broker startIn(Path folder) throws IOException {
        int port = FreePort.find();
        // A topic that appears by itself would have one partition, and its keys another place once it got more.
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(HEAP_MEGABYTES);
        return new Broker(port, Starting.of("Kafka", () -> LocalKafka.start(folder, port, options)));
    }

    /** Where it will be. */
    String address() {
        return "127.0.0.1:" + port;
    }

    /** Waits until it is up. */
    void await() throws InterruptedException, IOException {
        LocalKafka _ = start.await();
    }

    /** Its data are thrown away, so it needn't tidy up. */
    @Override
    public void close() {
        start.end().ifPresent(LocalKafka::kill);
    }
}
