package dev.signalbox.client;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records messages by JDBC, in the transaction of the caller: {@code outbox.record(connection, message)}. It never commits,
 * rolls back, closes or changes the connection. Make one for each table; any number of threads may use it.
 */
public final class Outbox {
    /** Rows of one statement. More would be no faster, and PostgreSQL takes 65,535 values. */
    private static final int MOST_ROWS = 500;

    /** Bytes of payload in one statement, since MySQL and MariaDB limit its size. */
    private static final int MOST_BYTES = 4_000_000;

    private final Layout layout;
    private final MessageCompletion completion;
    private final boolean requiresTransaction;

    /** Known from the first connection on. Several threads may make the same at once, which does no harm. */
    private volatile @Nullable OutboxInsert outboxInsert;

    private Outbox(Builder from) {
        this.layout = from.layout;
        this.completion = from.completion(layout, from.headers);
        this.requiresTransaction = from.requiresTransaction;
        this.outboxInsert = from.database == null ? null : new OutboxInsert(layout, from.database);
    }

    /** An outbox with all settings as they come. */
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
     * @throws NoTransactionException if the connection commits by itself, unless that is allowed
     */
    public String record(Connection connection, Message message) throws SQLException {
        return record(connection, List.of(message)).get(0);
    }

    /**
     * Records messages in the order given, in one statement for each 500 of them or 4 MB of payload.
     *
     * @return their ids, in the same order
     * @throws MessageRefusedException if one is too large or would lose something; none was written
     * @throws NoTransactionException if the connection commits by itself, unless that is allowed
     */
    public List<String> record(Connection connection, List<Message> messages) throws SQLException {
        if (requiresTransaction && connection.getAutoCommit()) {
            throw new NoTransactionException(
                    "The connection is in auto-commit mode: the message would be committed by itself,"
                            + " whatever becomes of the changes that it tells of. Call setAutoCommit(false) before those changes, or use"
                            + " the connection of your framework's transaction. To record without one, build the outbox with"
                            + " requireTransaction(false)");
        }
        List<CompletedMessage> completedMessages = completion.complete(messages);
        OutboxInsert outboxInsert = insertion(connection);
        if (completedMessages.size() > 1 && layout.ordersByIdOnly(outboxInsert.database())) {
            MessageCompletion.refuseDisorder(completedMessages);
        }
        List<String> ids = new ArrayList<>(completedMessages.size());
        for (int from = 0; from < completedMessages.size(); ) {
            int until = endOfStatement(completedMessages, from);
            ids.addAll(outboxInsert.insert(connection, completedMessages.subList(from, until)));
            from = until;
        }
        return ids;
    }

    private static int endOfStatement(List<CompletedMessage> completedMessages, int from) {
        long bytes = completedMessages.get(from).message().payloadBytes();
        int until = from + 1;
        while (until < completedMessages.size() && until - from < MOST_ROWS) {
            bytes += completedMessages.get(until).message().payloadBytes();
            if (bytes > MOST_BYTES) {
                break;
            }
            until++;
        }
        return until;
    }

    private OutboxInsert insertion(Connection connection) throws SQLException {
        OutboxInsert known = outboxInsert;
        if (known == null) {
            known = new OutboxInsert(layout, Database.of(connection));
            outboxInsert = known;
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

        /** Headers that each message gets if it does not have them itself. */
        public Builder headers(HeaderSource headers) {
            if (!layout.has(Column.Content.HEADERS) && !layout.has(Column.Content.CORRELATION_ID)) {
                throw new IllegalArgumentException("headers: the layout " + layout
                        + " has no column for headers, so every message would be refused");
            }
            this.headers = Objects.requireNonNull(headers, "headers");
            return this;
        }

        /** Which database it is, if the driver's name for it does not tell. */
        public Builder database(Database database) {
            this.database = Objects.requireNonNull(database, "database");
            return this;
        }

        public Outbox build() {
            return new Outbox(this);
        }
    }
}
