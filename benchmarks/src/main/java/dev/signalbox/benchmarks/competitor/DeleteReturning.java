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
    private final BenchTable table;
    private final String script;

    /** @param script the statement that deletes this table's first rows */
    DeleteReturning(BenchTable table, String script) {
        this.table = table;
        this.script = script;
    }

    @Override
    public String name() {
        return "raw delete-returning";
    }

    @Override
    public BenchTable table() {
        return table;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        PinnedPlans.pin(connection);
        connection.setAutoCommit(false);
        PreparedStatement delete = statement(connection, script);
        return () -> {
            List<Message> messages = inOrder(read(delete));
            send(sink, messages);
            connection.commit();
            return messages.size();
        };
    }
}
