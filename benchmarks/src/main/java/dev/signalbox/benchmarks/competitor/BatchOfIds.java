package dev.signalbox.benchmarks.competitor;

import dev.signalbox.core.message.Message;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Binds the ids of a raw loop's batch for databases without array parameters. */
final class BatchOfIds {
    /** A parameter for each id of a full batch. */
    static final String PLACES = "?" + ", ?".repeat(RawLoop.BATCH - 1);

    private BatchOfIds() {}

    /** Fills surplus parameters with the last id. */
    static void update(PreparedStatement statement, List<Message> messages) throws SQLException {
        for (int i = 0; i < RawLoop.BATCH; i++) {
            statement.setString(
                    i + 1, messages.get(Math.min(i, messages.size() - 1)).id());
        }
        statement.executeUpdate();
    }
}
