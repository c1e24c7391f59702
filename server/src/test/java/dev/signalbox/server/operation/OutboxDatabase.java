package dev.signalbox.server.operation;

import java.sql.SQLException;
import java.util.List;

/** A database of any kind with FlowCatalyst's outbox. */
public interface OutboxDatabase extends AutoCloseable {
    /** The settings of the source, as YAML in one line. */
    String source();

    void insert(String id, String group) throws SQLException;

    /** Adds messages that were created at times which hardly any program expects, and returns their ids. */
    List<String> insertAtOddTimes(String group) throws SQLException;

    /** The number of messages in this state. */
    int count(String status) throws SQLException;

    @Override
    void close() throws SQLException;
}
