package dev.signalbox.client;

import dev.signalbox.client.Layout.Column;
import dev.signalbox.client.MessageCompletion.CompletedMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records messages by JDBC, in the caller's transaction: {@code outbox.record(connection, message)}. It never commits, rolls
 * back, closes or changes the connection. Create one per table; thread-safe.
 */
public final class Outbox {
    /** Rows per statement. More would be no faster, and PostgreSQL allows 65,535 values. */
    private static final int MAX_ROWS = 500;

    /** Payload bytes per statement, because MySQL and MariaDB limit its size. */
    private static final int MAX_BYTES = 4_000_000;

    private final Layout layout;
    private final MessageCompletion completion;
    private final boolean requiresTransaction;

    /** Known from the first connection on. Several threads may create it at once, which is harmless. */
    private volatile @Nullable OutboxInsert insert;

    private Outbox(Builder from) {
        this.layout = from.layout;
        this.completion = from.completion(layout, from.headers);
        this.requiresTransaction = from.requiresTransaction;
        this.insert = from.database == null ? null : new OutboxInsert(layout, from.database);
    }

    /** An outbox with default settings. */
    public static Outbox of(Layout layout) {
        return builder(layout).build();
    }

    public static Builder builder(Layout layout) {
        return new Builder(layout);
    }

    /**
     * Records a message, in one statement.
     *
     * @return its id
     * @throws MessageRefusedException if it is too large or would lose something; nothing was written
     * @throws NoTransactionException if the connection is in auto-commit mode, unless that is allowed
     */
    public String record(Connection connection, Message message) throws SQLException {
        return record(connection, List.of(message)).get(0);
    }

    /**
     * Records messages in the order given, in one statement for each 500 of them or 4 MB of payload.
     *
     * @return their ids, in the same order
     * @throws MessageRefusedException if one is too large or would lose something; none was written
     * @throws NoTransactionException if the connection is in auto-commit mode, unless that is allowed
     */
    public List<String> record(Connection connection, List<Message> messages) throws SQLException {
        if (requiresTransaction && connection.getAutoCommit()) {
            throw new NoTransactionException(
                    "The connection is in auto-commit mode: the message would be committed even if your changes are not."
                            + " Call setAutoCommit(false) before those changes, or use the connection of your framework's"
                            + " transaction. To record without one, build the outbox with requireTransaction(false)");
        }
        List<CompletedMessage> completed = completion.complete(messages);
        OutboxInsert insert = insert(connection);
        if (completed.size() > 1 && layout.ordersByIdOnly(insert.database())) {
            MessageCompletion.refuseDisorder(completed);
        }
        List<String> ids = new ArrayList<>(completed.size());
        for (int from = 0; from < completed.size(); ) {
            int until = endOfStatement(completed, from);
            ids.addAll(insert.insert(connection, completed.subList(from, until)));
            from = until;
        }
        return ids;
    }

    private static int endOfStatement(List<CompletedMessage> completed, int from) {
        long bytes = completed.get(from).message().payloadBytes();
        int until = from + 1;
        while (until < completed.size() && until - from < MAX_ROWS) {
            bytes += completed.get(until).message().payloadBytes();
            if (bytes > MAX_BYTES) {
                break;
            }
            until++;
        }
        return until;
    }

    private OutboxInsert insert(Connection connection) throws SQLException {
        OutboxInsert known = insert;
        if (known == null) {
            known = new OutboxInsert(layout, Database.of(connection));
            insert = known;
        }
        return known;
    }

    /** The settings of an outbox: {@code Outbox.builder(Layout.signalbox()).headers(trace).build()}. */
    public static final class Builder extends RecordingBuilder<Builder> {
        private final Layout layout;
        private HeaderSource headers = Map::of;
        private @Nullable Database database;

        private Builder(Layout layout) {
            this.layout = Objects.requireNonNull(layout, "layout");
        }

        @Override
        Builder self() {
            return this;
        }

        /** Sets headers for messages that do not have them. */
        public Builder headers(HeaderSource headers) {
            if (!layout.has(Column.Content.HEADERS) && !layout.has(Column.Content.CORRELATION_ID)) {
                throw new IllegalArgumentException("headers: the layout " + layout
                        + " has no column for headers, so every message would be refused");
            }
            this.headers = Objects.requireNonNull(headers, "headers");
            return this;
        }

        /** Sets the database, if the driver's product name does not identify it. */
        public Builder database(Database database) {
            this.database = Objects.requireNonNull(database, "database");
            return this;
        }

        public Outbox build() {
            return new Outbox(this);
        }
    }
}
