package dev.signalbox.client;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Consumes each message only once, in the caller's transaction: {@code inbox.once(connection, id, "billing", () ->
 * book(connection, order))}. It never commits, closes or changes the connection; thread-safe.
 */
public final class Inbox {
    /** The default table. */
    public static final String DEFAULT_TABLE = "signalbox_inbox";

    private static final int BATCH_SIZE = 1_000;
    private static final int MAX_CHARACTERS = 255;

    private final TableName table;

    /** Known from the first connection on. Several threads may create it at once, which is harmless. */
    private volatile @Nullable InboxSql sql;

    private Inbox(TableName table, @Nullable Database database) {
        this.table = table;
        this.sql = database == null ? null : new InboxSql(table, database);
    }

    /** The work to do once; it uses the connection of the call. */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws E;
    }

    /** An inbox in the table {@value #DEFAULT_TABLE}. */
    public static Inbox create() {
        return inTable(DEFAULT_TABLE);
    }

    /** An inbox in another table: {@code table} or {@code schema.table}, case-sensitive. */
    public static Inbox inTable(String name) {
        return new Inbox(TableName.parse(name), null);
    }

    /** The same inbox for this database, if the driver's product name does not identify it. */
    public Inbox database(Database database) {
        return new Inbox(table, Objects.requireNonNull(database, "database"));
    }

    /**
     * Does the work if this consumer group has not done it for this message before. The work and the mark that it is done
     * are committed together with the caller's transaction, or not at all. If another transaction processes the same
     * message, this one waits until it ends.
     *
     * <p>If the work fails, its writes and the mark are rolled back to a savepoint; the transaction can continue.
     *
     * @return whether the work was done now; false if it was done before
     * @throws NoTransactionException if the connection is in auto-commit mode
     * @throws E what the work throws
     */
    public <E extends Exception> boolean once(
            Connection connection, String messageId, String consumerGroup, Work<E> work) throws SQLException, E {
        check("the message id", messageId);
        check("the consumer group", consumerGroup);
        if (connection.getAutoCommit()) {
            throw new NoTransactionException(
                    "The connection is in auto-commit mode: the work and the mark that it is done"
                            + " could not be committed together. Call setAutoCommit(false) before, or use the connection of your"
                            + " framework's transaction");
        }
        InboxSql statements = sql(connection);
        Savepoint before = connection.setSavepoint();
        boolean isNew;
        try {
            isNew = mark(connection, statements, messageId, consumerGroup);
            if (isNew) {
                work.run();
            }
        } catch (Throwable failure) {
            undo(connection, before, failure);
            throw failure;
        }
        connection.releaseSavepoint(before);
        return isNew;
    }

    private static boolean mark(Connection connection, InboxSql statements, String messageId, String consumerGroup)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(statements.mark())) {
            statement.setString(1, messageId);
            statement.setString(2, consumerGroup);
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            if (statements.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** If the rollback fails too, the whole transaction is lost, and the mark with it: the first failure is what matters. */
    private static void undo(Connection connection, Savepoint before, Throwable failure) {
        try {
            connection.rollback(before);
            connection.releaseSavepoint(before);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private static void check(String what, String text) {
        TextRules.word(what, text);
        TextRules.atMost(MAX_CHARACTERS, what, text);
    }

    /**
     * Deletes marks that are older than this, in small batches. In auto-commit mode each batch is a transaction. A message
     * that is redelivered after that is processed again, so keep marks longer than any redelivery can take.
     *
     * @return the number of deleted marks
     */
    public long cleanUp(Connection connection, Duration olderThan) throws SQLException {
        if (olderThan.isNegative()) {
            throw new IllegalArgumentException("olderThan: " + olderThan + " is negative");
        }
        long microseconds = olderThan.toNanos() / 1_000;
        long all = 0;
        int deleted = BATCH_SIZE;
        try (PreparedStatement statement =
                connection.prepareStatement(sql(connection).delete(BATCH_SIZE))) {
            while (deleted == BATCH_SIZE) {
                statement.setLong(1, microseconds);
                deleted = statement.executeUpdate();
                all += deleted;
            }
        }
        return all;
    }

    /** The same on a connection of its own, where each batch is a transaction. */
    public long cleanUp(DataSource dataSource, Duration olderThan) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                return cleanUp(connection, olderThan);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        }
    }

    /**
     * Creates the table if it does not exist. On MySQL and MariaDB this commits the open transaction, so the connection must
     * be in auto-commit mode there.
     */
    public void createTable(Connection connection) throws SQLException {
        InboxSql statements = sql(connection);
        if (exists(connection, statements)) {
            return;
        }
        boolean inTransaction = !connection.getAutoCommit();
        if (inTransaction && !statements.isPostgres()) {
            throw new IllegalStateException("CREATE TABLE would commit the open transaction: create the table " + table
                    + " on a connection in auto-commit mode");
        }
        Savepoint before = inTransaction ? connection.setSavepoint() : null;
        try (Statement statement = connection.createStatement()) {
            statement.execute(statements.creation());
        } catch (SQLException e) {
            if (before != null) {
                connection.rollback(before);
            }
            // Another process may have created it at the same time.
            if (!exists(connection, statements)) {
                throw e;
            }
        }
    }

    private static boolean exists(Connection connection, InboxSql statements) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(statements.exists())) {
            String[] values = statements.existsValues();
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet found = statement.executeQuery()) {
                return found.next();
            }
        }
    }

    /** The statement that {@link #createTable} runs, for your own migrations. */
    public String ddl(Database database) {
        return new InboxSql(table, database).creation();
    }

    private InboxSql sql(Connection connection) throws SQLException {
        InboxSql known = sql;
        if (known == null) {
            known = new InboxSql(table, Database.of(connection));
            sql = known;
        }
        return known;
    }
}
