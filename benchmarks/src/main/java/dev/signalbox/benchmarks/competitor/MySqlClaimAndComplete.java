package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.MySqlSeedTable;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Claims 500 rows of the seed's table, delivers them, completes them; a commit after each. There is no UPDATE … RETURNING,
 * so a claim reads rows and locks them, and marks them by another statement of the transaction. It reads along the seed's
 * index, as its claim on PostgreSQL does.
 */
final class MySqlClaimAndComplete extends RawLoop {
    private static final String ANY_IDS = "?" + ", ?".repeat(BATCH - 1);

    @Override
    public String name() {
        return "raw claim-and-complete";
    }

    @Override
    public BenchTable table() {
        return MySqlSeedTable.INSTANCE;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        PreparedStatement read = statement(connection, "mysql-claim-read.sql");
        PreparedStatement mark = statement(connection, "mysql-claim-mark.sql", ANY_IDS);
        PreparedStatement complete = statement(connection, "mysql-complete.sql", ANY_IDS);
        return () -> {
            List<Message> messages = read(read);
            if (!messages.isEmpty()) {
                update(mark, messages);
            }
            connection.commit();
            send(sink, messages);
            if (!messages.isEmpty()) {
                update(complete, messages);
                connection.commit();
            }
            return messages.size();
        };
    }

    /** Where there are fewer ids than places, the last one stands in the rest of them. */
    private static void update(PreparedStatement statement, List<Message> messages) throws SQLException {
        for (int i = 0; i < BATCH; i++) {
            statement.setString(
                    i + 1, messages.get(Math.min(i, messages.size() - 1)).id());
        }
        statement.executeUpdate();
    }
}
