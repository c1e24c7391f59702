package dev.signalbox.benchmarks.competitor;

import dev.signalbox.core.message.Message;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** A raw loop's batch in a statement of a database that takes no array. */
final class BatchOfIds {
    /** A place for each id that a batch may have. */
    static final String PLACES = "?" + ", ?".repeat(RawLoop.BATCH - 1);

    private BatchOfIds() {}

    /** Where there are fewer ids than places, the last one stands in the rest of them. */
    static void update(PreparedStatement statement, List<Message> messages) throws SQLException {
        for (int i = 0; i < RawLoop.BATCH; i++) {
            statement.setString(
                    i + 1, messages.get(Math.min(i, messages.size() - 1)).id());
        }
        statement.executeUpdate();
    }
}
