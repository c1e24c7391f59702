package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Deletes 500 rows, delivers them, commits: the transaction stays open during the delivery. */
final class DeleteReturning extends RawLoop {
    @Override
    public String name() {
        return "raw delete-returning";
    }

    @Override
    public BenchTable table() {
        return BenchTable.OWN;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        PinnedPlans.pin(connection);
        connection.setAutoCommit(false);
        PreparedStatement delete = statement(connection, "delete-by-shard.sql");
        return () -> {
            List<Message> messages = inOrder(read(delete));
            send(sink, messages);
            connection.commit();
            return messages.size();
        };
    }
}
