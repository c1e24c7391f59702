package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Reads 500 events, delivers them and records that in one open transaction, without processed events. */
final class ReadAndPublish extends RawLoop {
    @Override
    public String name() {
        return "raw read-and-publish";
    }

    @Override
    public BenchTable table() {
        return BenchTable.EVENT_OUTBOX;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        PinnedPlans.pin(connection);
        connection.setAutoCommit(false);
        PreparedStatement read = statement(connection, "outbox-read.sql");
        PreparedStatement publish = statement(connection, "outbox-publish.sql");
        return () -> {
            List<Message> messages = read(read);
            send(sink, messages);
            if (!messages.isEmpty()) {
                String[] ids = messages.stream().map(Message::id).toArray(String[]::new);
                publish.setArray(1, connection.createArrayOf("varchar", ids));
                publish.executeUpdate();
            }
            connection.commit();
            return messages.size();
        };
    }
}
