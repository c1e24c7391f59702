package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A cluster that is not there. */
final class DeadKafka implements Outlet {
    /** Has the port and does not listen, so that nobody else can. */
    private final Socket port;

    private final Sink sink;

    private DeadKafka(Socket port, Sink sink) {
        this.port = port;
        this.sink = sink;
    }

    static DeadKafka open(Clock clock) throws IOException {
        Socket port = new Socket();
        try {
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = port.getLocalAddress().getHostAddress() + ":" + port.getLocalPort();
            return new DeadKafka(port, KafkaOutlet.sink("dead", address, "nowhere", clock));
        } catch (IOException | RuntimeException e) {
            port.close();
            throw e;
        }
    }

    @Override
    public Sink sink() {
        return sink;
    }

    @Override
    public void collect() {
        // Nothing ever arrives.
    }

    @Override
    public void close() {
        sink.close();
        try {
            port.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
