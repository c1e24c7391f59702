package dev.signalbox.spring;

import dev.signalbox.client.Message;
import dev.signalbox.client.Outbox;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Records messages in the caller's Spring transaction: {@code outbox.record(message)}. They are committed with its changes,
 * or not at all. Thread-safe.
 */
public final class TransactionalOutbox {
    private final Outbox outbox;
    private final CurrentTransaction transaction;

    TransactionalOutbox(Outbox outbox, CurrentTransaction transaction) {
        this.outbox = outbox;
        this.transaction = transaction;
    }

    /** An outbox in this data source that requires a transaction, such as for a second database. */
    public TransactionalOutbox(Outbox outbox, DataSource dataSource) {
        this(outbox, new CurrentTransaction(dataSource, null));
    }

    /** The same, but a call without a transaction gets one of its own from this manager. */
    public TransactionalOutbox(Outbox outbox, DataSource dataSource, PlatformTransactionManager starter) {
        this(outbox, new CurrentTransaction(dataSource, starter));
    }

    /**
     * Records a message, in one statement.
     *
     * @return its id
     * @throws dev.signalbox.client.MessageRefusedException if it is too large or would lose something; nothing was written
     * @throws org.springframework.transaction.IllegalTransactionStateException if there is no transaction of the data source
     * @throws org.springframework.dao.DataAccessException if the database fails
     */
    public String record(Message message) {
        return record(List.of(message)).get(0);
    }

    /**
     * Records messages in the order given, in one statement for each 500 of them or 4 MB of payload.
     *
     * @return their ids, in the same order
     * @throws dev.signalbox.client.MessageRefusedException if one is too large or would lose something; none was written
     * @throws org.springframework.transaction.IllegalTransactionStateException if there is no transaction of the data source
     * @throws org.springframework.dao.DataAccessException if the database fails
     */
    public List<String> record(List<Message> messages) {
        return transaction.<List<String>, RuntimeException>join(
                "record a message", connection -> outbox.record(connection, messages));
    }
}
