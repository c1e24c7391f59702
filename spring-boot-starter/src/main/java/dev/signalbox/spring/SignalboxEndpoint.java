package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.dao.DataAccessResourceFailureException;

/** Actuator's endpoint {@code signalbox}: which tables the application uses, and how full they are. */
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
     * What there is to tell.
     *
     * @param outbox null if the application has an outbox of its own, or none
     * @param inbox null if the application has an inbox of its own, or none
     */
    public record Report(@Nullable Outbox outbox, @Nullable Inbox inbox) {}

    /**
     * The outbox table.
     *
     * @param waiting messages that were not delivered yet; null where that cannot be told quickly
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
     * @param marks messages that are remembered as done, each once for a consumer group
     * @param problem why they could not be counted
     */
    public record Inbox(
            String table,
            TableState state,
            @Nullable RowCount marks,
            @Nullable String problem) {}

    /** Asks the database each time. */
    @ReadOperation
    public Report report() {
        try {
            return database.use(connection -> new Report(
                    outbox == null ? null : outbox(connection, outbox),
                    inbox == null ? null : inbox(connection, inbox.table())));
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("Cannot ask the database about the outbox and the inbox", e);
        }
    }

    private static Outbox outbox(Connection connection, OutboxTable outbox) throws SQLException {
        TableState state = outbox.table().look(connection);
        Counted waiting = Counted.in(state, () -> outbox.waiting(connection));
        return new Outbox(outbox.layout().text(), outbox.table().toString(), state, waiting.rows(), waiting.problem());
    }

    private static Inbox inbox(Connection connection, NamedTable table) throws SQLException {
        TableState state = table.look(connection);
        Counted marks = Counted.in(state, () -> table.count(connection, "true"));
        return new Inbox(table.toString(), state, marks.rows(), marks.problem());
    }

    /** Rows, or why they could not be counted: the right to insert is no right to read. */
    private record Counted(
            @Nullable RowCount rows, @Nullable String problem) {
        interface Counting {
            @Nullable
            RowCount count() throws SQLException;
        }

        static Counted in(TableState state, Counting counting) {
            if (state == TableState.MISSING) {
                return new Counted(null, null);
            }
            try {
                return new Counted(counting.count(), null);
            } catch (SQLException e) {
                return new Counted(null, e.getMessage());
            }
        }
    }
}
