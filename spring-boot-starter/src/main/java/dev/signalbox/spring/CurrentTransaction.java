package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transaction that the caller is in. Where that is allowed, it begins one if there is none. */
final class CurrentTransaction {
    private final DataSource dataSource;
    private final TransactionProbe transactionProbe;
    private final @Nullable PlatformTransactionManager beginner;

    /**
     * A transaction of this data source.
     *
     * @param beginner begins one where there is none; null if that is refused
     */
    CurrentTransaction(DataSource dataSource, @Nullable PlatformTransactionManager beginner) {
        this.dataSource = target(dataSource);
        this.transactionProbe = new TransactionProbe(this.dataSource);
        this.beginner = beginner;
    }

    /** What is done on the connection of the transaction. */
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T on(Connection connection) throws SQLException, E;
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** Transaction managers know the data source itself, without this cover. */
    private static DataSource target(DataSource dataSource) {
        if (dataSource instanceof TransactionAwareDataSourceProxy cover && cover.getTargetDataSource() != null) {
            return cover.getTargetDataSource();
        }
        return dataSource;
    }

    <T, E extends Exception> T join(String task, Work<T, E> work) throws E {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            return inside(task, work);
        }
        if (beginner == null) {
            throw new IllegalTransactionStateException("Cannot " + task
                    + " without a transaction: it would be committed by itself, whatever becomes of the changes that belong"
                    + " to it. Call it from a method with @Transactional, in the same thread. To let a call without one have a"
                    + " transaction of its own, set " + ClientProperties.PREFIX + "require-transaction=false");
        }
        return inOneOfItsOwn(beginner, task, work);
    }

    private <T, E extends Exception> T inOneOfItsOwn(PlatformTransactionManager manager, String task, Work<T, E> work)
            throws E {
        TransactionStatus status = manager.getTransaction(TransactionDefinition.withDefaults());
        T result;
        try {
            result = inside(task, work);
        } catch (Throwable failure) {
            rollBack(manager, status, failure);
            throw failure;
        }
        manager.commit(status);
        return result;
    }

    private static void rollBack(PlatformTransactionManager manager, TransactionStatus status, Throwable failure) {
        try {
            manager.rollback(status);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private <T, E extends Exception> T inside(String task, Work<T, E> work) throws E {
        refuseOthers(task);
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return work.on(connection);
        } catch (SQLException e) {
            throw translated(task, e);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    private void refuseOthers(String task) {
        if (!isOfThisDataSource()) {
            throw new IllegalTransactionStateException("Cannot " + task
                    + ": there is a transaction, but not one of the data source " + dataSource
                    + ". Begin it with the transaction manager of that data source, or name the data source of this transaction: "
                    + ClientProperties.PREFIX + "data-source. Transactions of JTA cannot be joined");
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalTransactionStateException("Cannot " + task
                    + ": the transaction is read-only, so the changes that belong to it may not be written."
                    + " Leave out readOnly = true");
        }
    }

    /**
     * A connection that somebody fetched on the way, while a transaction of something else is open, is bound to the thread as
     * well. It is not committed with anything: what is written there may be lost when it goes back to its pool. These are
     * marked as synchronized without having a transaction; JPA's manager lends its connection without the mark.
     */
    private boolean isOfThisDataSource() {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                && (transactionProbe.seesTransaction() || !holder.isSynchronizedWithTransaction());
    }

    /** Where Spring blames the grammar of a statement, its text has the statement and not what the database said. */
    private static DataAccessException translated(String task, SQLException failure) {
        String tried = "Cannot " + task;
        DataAccessException known = new SQLExceptionSubclassTranslator().translate(tried, null, failure);
        if (known == null) {
            return new UncategorizedSQLException(tried, null, failure);
        }
        return known instanceof BadSqlGrammarException
                ? new BadSqlGrammarException(tried + ": " + failure.getMessage(), "", failure)
                : known;
    }

    /** Only a transaction manager may ask a connection whether Spring has begun a transaction on it; this one begins none. */
    private static final class TransactionProbe extends DataSourceTransactionManager {
        TransactionProbe(DataSource dataSource) {
            super(dataSource);
        }

        boolean seesTransaction() {
            return isExistingTransaction(doGetTransaction());
        }
    }
}
