package dev.signalbox.benchmarks.load;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;

/**
 * The programs that the load goes to: started for this run, or named by {@code --target}.
 *
 * @param service the order-service
 * @param kafka where events can be read, if known
 * @param consumer the program that adds up orders, if known
 * @param started what only an example that was started for this run has
 * @param settings about the programs, for the report
 */
record OrdersExample(
        URI service,
        Optional<String> kafka,
        Optional<URI> consumer,
        Optional<Started> started,
        Map<String, String> settings)
        implements AutoCloseable {

    /** The service's database, the process of the Signalbox node, and how everything is stopped. */
    record Started(Connection orders, long nodePid, Shutdown shutdown) {}

    /** Stops all programs and removes their files. */
    @FunctionalInterface
    interface Shutdown {
        void run() throws IOException;
    }

    @Override
    public void close() throws IOException {
        if (started.isPresent()) {
            started.get().shutdown().run();
        }
    }
}
