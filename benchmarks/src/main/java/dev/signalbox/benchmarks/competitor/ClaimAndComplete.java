package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Claims 500 rows of FlowCatalyst's table with FlowCatalyst's query, delivers and completes them; commits after each step.
 */
final class ClaimAndComplete extends RawLoop {
    @Override
    public String name() {
        return "raw claim-and-complete";
    }

    @Override
    public BenchTable table() {
        return BenchTable.SEED;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        PinnedPlans.pin(connection);
        PreparedStatement claim = statement(connection, "claim.sql");
        PreparedStatement complete = statement(connection, "complete.sql");
        return () -> {
            List<Message> messages = inOrder(read(claim));
            send(sink, messages);
            if (!messages.isEmpty()) {
                String[] ids = messages.stream().map(Message::id).toArray(String[]::new);
                complete.setArray(1, connection.createArrayOf("varchar", ids));
                complete.executeUpdate();
            }
            return messages.size();
        };
    }
}
