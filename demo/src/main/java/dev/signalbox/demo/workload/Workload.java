package dev.signalbox.demo.workload;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A part of the demo that commits messages, shows how far their delivery is, and is compared at the end. */
public interface Workload extends AutoCloseable {
    /** Starts to commit messages, or starts the programs that do so; returns at once. */
    void start();

    /** Whether it commits messages, or failed to start. */
    boolean hasStarted();

    /** Why the demo cannot go on; empty while it can. */
    Optional<String> failure();

    /** Reads the figures that {@link #lines} shows; called regularly by a thread of its own. */
    void refresh() throws SQLException, IOException, InterruptedException;

    /** The latest figures. */
    List<ViewLine> lines();

    /** Commands to look closer. */
    List<ViewLine> hints();

    /** What arrived at the destination of its messages. */
    ReceivedMessages.Totals received();

    /** Stops to commit messages; returns when the last transaction has ended. */
    void stop() throws SQLException, InterruptedException;

    /** Whether everything that was committed has arrived; asks the databases and brokers now. */
    boolean isDelivered() throws SQLException, IOException, InterruptedException;

    /** Compares everything that was committed with everything that arrived. The nodes have stopped by now. */
    void audit(AuditReport report) throws SQLException, IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
