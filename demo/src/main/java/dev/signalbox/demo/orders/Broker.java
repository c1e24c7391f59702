package dev.signalbox.demo.orders;

import dev.signalbox.demo.Ports;
import dev.signalbox.kafka.embedded.BrokerOptions;
import dev.signalbox.kafka.embedded.LocalKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A Kafka broker that starts while other things do. */
public final class Broker implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 160;

    private final int port;
    private final FutureTask<LocalKafka> start;
    private final Thread thread;

    private Broker(int port, FutureTask<LocalKafka> start) {
        this.port = port;
        this.start = start;
        this.thread = Thread.ofVirtual().name("kafka").start(start);
    }

    /** Begins to start it, with its data in this folder. */
    public static Broker startIn(Path folder) throws IOException {
        int port = Ports.any();
        // A topic that appears by itself would have one partition, and its keys another place once it got more.
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(HEAP_MEGABYTES);
        return new Broker(port, new FutureTask<>(() -> LocalKafka.start(folder, port, options)));
    }

    /** Where it will be. */
    String address() {
        return "127.0.0.1:" + port;
    }

    /** Waits until it is up. */
    void await() throws InterruptedException, IOException {
        try {
            start.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? "Kafka did not start" : String.valueOf(cause.getMessage()), e);
        }
    }

    /** Its data are thrown away, so it needn't tidy up. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            start.get().kill();
        } catch (ExecutionException e) {
            return; // it has never been up, and ended its process itself
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
