package dev.signalbox.demo.workload;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A part of the demo that commits messages, shows the progress of their delivery, and is audited at the end. */
public interface Workload extends AutoCloseable {
    /** The part of the nodes' configuration file that has them deliver its messages. */
    String nodeConfiguration() throws IOException;

    /** Starts to commit messages, or starts the programs that do so; returns at once. */
    void start();

    /** Whether it commits messages, or failed to start. */
    default boolean hasStarted() {
        return true;
    }

    /** Why the demo cannot continue; empty while it can. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Reads the figures that {@link #lines} shows; a separate thread calls it regularly. */
    void refresh() throws SQLException, IOException, InterruptedException;

    List<ViewLine> lines();

    List<ViewLine> hints();

    /** The messages that the demo has seen arrive at their destination. */
    default ReceivedMessages.Totals received() {
        return ReceivedMessages.Totals.NONE;
    }

    /** Stops committing messages; returns when the last transaction has ended. */
    void stop() throws InterruptedException;

    /** Whether all committed messages have arrived; queries the databases and brokers now. */
    boolean isDelivered() throws SQLException, IOException, InterruptedException;

    /** Compares all committed messages with those that arrived. The nodes have stopped by now. */
    void audit(AuditReport report) throws SQLException, IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
