package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;

/** Provides pooled connections; the statements themselves lock the owner's lease row. */
public record PostgresLeaseFence(PostgresConnections connections) implements Fence {

    @Override
    public boolean byLeaseRow() {
        return true;
    }

    @Override
    public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        return connections.inTransaction(work);
    }

    /** {@inheritDoc} Auto-commit saves the round trip of a commit. */
    @Override
    public <T> T writeOnce(Incarnation owner, SqlWork<T> statement) throws SQLException {
        try (Connection connection = connections.borrow()) {
            return statement.run(connection);
        }
    }
}
