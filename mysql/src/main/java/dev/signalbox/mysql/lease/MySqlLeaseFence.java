package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.mysql.connection.MySqlConnections;
import java.sql.SQLException;

/** Lends pooled connections; the first statement of each transaction locks the owner's row in share mode. */
record MySqlLeaseFence(MySqlConnections connections, WritingSessions sessions) implements Fence {

    @Override
    public boolean byLeaseRow() {
        return true;
    }

    @Override
    public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        return connections.inTransaction(connection -> {
            sessions.use(connection);
            return work.run(connection);
        });
    }
}
