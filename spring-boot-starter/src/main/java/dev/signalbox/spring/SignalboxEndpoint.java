package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.dao.DataAccessResourceFailureException;

/** The Actuator endpoint {@code signalbox}: the application's tables, and how many rows they have. */
@Endpoint(id = "signalbox")
public final class SignalboxEndpoint {
    private final AutoCommitConnection database;
    private final @Nullable OutboxTable outbox;
    private final @Nullable InboxTable inbox;

    SignalboxEndpoint(AutoCommitConnection database, @Nullable OutboxTable outbox, @Nullable InboxTable inbox) {
        this.database = database;
        this.outbox = outbox;
        this.inbox = inbox;
    }

    /**
     * The state of both tables.
     *
     * @param outbox null if the application has an outbox of its own, or none
     * @param inbox null if the application has an inbox of its own, or none
     */
    public record Report(@Nullable Outbox outbox, @Nullable Inbox inbox) {}

    /**
     * The outbox table.
     *
     * @param waiting undelivered messages; null if they cannot be counted quickly
     * @param problem why they could not be counted
     */
    public record Outbox(
            String layout,
            String table,
            TableState state,
            @Nullable RowCount waiting,
            @Nullable String problem) {}

    /**
     * The inbox table.
     *
     * @param marks processed messages, one mark per consumer group
     * @param problem why they could not be counted
     */
    public record Inbox(
            String table,
            TableState state,
            @Nullable RowCount marks,
            @Nullable String problem) {}

    /** Queries the database each time. */
    @ReadOperation
    public Report report() {
        try {
            return database.use(connection -> new Report(
                    outbox == null ? null : outbox(connection, outbox),
                    inbox == null ? null : inbox(connection, inbox.table())));
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("Cannot query the database about the outbox and the inbox", e);
        }
    }

    private static Outbox outbox(Connection connection, OutboxTable outbox) throws SQLException {
        TableState state = outbox.table().inspect(connection);
        CountResult waiting = CountResult.in(state, () -> outbox.waiting(connection));
        return new Outbox(outbox.layout().text(), outbox.table().toString(), state, waiting.rows(), waiting.problem());
    }

    private static Inbox inbox(Connection connection, NamedTable table) throws SQLException {
        TableState state = table.inspect(connection);
        CountResult marks = CountResult.in(state, () -> table.count(connection, "true"));
        return new Inbox(table.toString(), state, marks.rows(), marks.problem());
    }

    /** The number of rows, or why they could not be counted: the right to insert does not include the right to read. */
    private record CountResult(
            @Nullable RowCount rows, @Nullable String problem) {
        interface Counting {
            @Nullable
            RowCount count() throws SQLException;
        }

        static CountResult in(TableState state, Counting counting) {
            if (state == TableState.MISSING) {
                return new CountResult(null, null);
            }
            try {
                return new CountResult(counting.count(), null);
            } catch (SQLException e) {
                return new CountResult(null, e.getMessage());
            }
        }
    }
}
