package dev.signalbox.server.operation;

import java.sql.SQLException;

/** A database with the outbox of a FlowCatalyst outbox processor, whichever it is. */
public interface OutboxDatabase extends AutoCloseable {
    /** The settings of the source, as YAML in one line. */
    String source();

    void insert(String id, String group) throws SQLException;

    /** How many messages are in this state. */
    int count(String status) throws SQLException;

    @Override
    void close() throws SQLException;
}
