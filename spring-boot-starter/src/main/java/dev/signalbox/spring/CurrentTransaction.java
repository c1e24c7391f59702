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

/** Joins the caller's transaction, or starts one if there is none and that is allowed. */
final class CurrentTransaction {
    private final DataSource dataSource;
    private final TransactionProbe probe;
    private final @Nullable PlatformTransactionManager starter;

    /**
     * Joins transactions of this data source.
     *
     * @param starter starts a transaction if there is none; null if one is required
     */
    CurrentTransaction(DataSource dataSource, @Nullable PlatformTransactionManager starter) {
        this.dataSource = target(dataSource);
        this.probe = new TransactionProbe(this.dataSource);
        this.starter = starter;
    }

    /** Work on the connection of the transaction. */
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T on(Connection connection) throws SQLException, E;
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** Transaction managers know the data source itself, without this proxy. */
    private static DataSource target(DataSource dataSource) {
        if (dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            return proxy.getTargetDataSource();
        }
        return dataSource;
    }

    <T, E extends Exception> T join(String task, Work<T, E> work) throws E {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            return inside(task, work);
        }
        if (starter == null) {
            throw new IllegalTransactionStateException("Cannot " + task
                    + " without a transaction: it would be committed even if the changes that belong to it are not."
                    + " Call it from a method with @Transactional, in the same thread. To give a call without one a"
                    + " transaction of its own, set " + ClientProperties.PREFIX + "require-transaction=false");
        }
        return inNewTransaction(starter, task, work);
    }

    private <T, E extends Exception> T inNewTransaction(
            PlatformTransactionManager manager, String task, Work<T, E> work) throws E {
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
        requireWritableTransaction(task);
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return work.on(connection);
        } catch (SQLException e) {
            throw translated(task, e);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    private void requireWritableTransaction(String task) {
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
     * A connection that was fetched while a transaction of another resource is open is bound to the thread as well. It is
     * not committed with that transaction: its writes may be lost when it returns to its pool. Such holders are marked as
     * synchronized without having a transaction; JPA's manager binds its connection without the mark.
     */
    private boolean isOfThisDataSource() {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                && (probe.seesTransaction() || !holder.isSynchronizedWithTransaction());
    }

    /** The message of a BadSqlGrammarException has the statement, but not the database's error. */
    private static DataAccessException translated(String task, SQLException failure) {
        String message = "Cannot " + task;
        DataAccessException known = new SQLExceptionSubclassTranslator().translate(message, null, failure);
        if (known == null) {
            return new UncategorizedSQLException(message, null, failure);
        }
        return known instanceof BadSqlGrammarException
                ? new BadSqlGrammarException(message + ": " + failure.getMessage(), "", failure)
                : known;
    }

    /**
     * Only a transaction manager can tell whether Spring has started a transaction on a connection; this one starts none.
     */
    private static final class TransactionProbe extends DataSourceTransactionManager {
        TransactionProbe(DataSource dataSource) {
            super(dataSource);
        }

        boolean seesTransaction() {
            return isExistingTransaction(doGetTransaction());
        }
    }
}
