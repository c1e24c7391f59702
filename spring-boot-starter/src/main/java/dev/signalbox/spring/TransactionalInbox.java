package dev.signalbox.spring;

import dev.signalbox.client.Inbox;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Consumes each message only once, in the caller's Spring transaction: {@code inbox.once(id, "billing", () -> book(order))}.
 * Thread-safe.
 */
public final class TransactionalInbox {
    private final Inbox inbox;
    private final CurrentTransaction transaction;

    TransactionalInbox(Inbox inbox, CurrentTransaction transaction) {
        this.inbox = inbox;
        this.transaction = transaction;
    }

    /** An inbox in this data source that requires a transaction, such as for a second database. */
    public TransactionalInbox(Inbox inbox, DataSource dataSource) {
        this(inbox, new CurrentTransaction(dataSource, null));
    }

    /** The same, but a call without a transaction gets one of its own from this manager. */
    public TransactionalInbox(Inbox inbox, DataSource dataSource, PlatformTransactionManager starter) {
        this(inbox, new CurrentTransaction(dataSource, starter));
    }

    /**
     * Does the work if this consumer group has not done it for this message before. The work and the mark that it is done
     * are committed together, or not at all. If the work fails, its writes and the mark are rolled back.
     *
     * @return whether the work was done now; false if it was done before
     * @throws E what the work throws; an SQLException becomes a DataAccessException, as with Spring's own templates
     * @throws org.springframework.transaction.IllegalTransactionStateException if there is no transaction of the data source
     */
    public <E extends Exception> boolean once(String messageId, String consumerGroup, Inbox.Work<E> work) throws E {
        return transaction.<Boolean, E>join(
                "consume a message", connection -> inbox.once(connection, messageId, consumerGroup, work));
    }
}
