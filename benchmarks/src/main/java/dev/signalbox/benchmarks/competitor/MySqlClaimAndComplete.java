package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Claims 500 rows of FlowCatalyst's table, delivers and completes them; commits after each step. There is no UPDATE …
 * RETURNING, so a claim reads and locks rows, and marks them with another statement of the transaction. It reads along
 * FlowCatalyst's index, as its claim on PostgreSQL does.
 */
final class MySqlClaimAndComplete extends RawLoop {
    @Override
    public String name() {
        return "raw claim-and-complete";
    }

    @Override
    public BenchTable table() {
        return BenchTable.MYSQL_SEED;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        PreparedStatement read = statement(connection, "mysql-claim-read.sql");
        PreparedStatement mark = statement(connection, "mysql-claim-mark.sql", BatchOfIds.PLACES);
        PreparedStatement complete = statement(connection, "mysql-complete.sql", BatchOfIds.PLACES);
        return () -> {
            List<Message> messages = read(read);
            if (!messages.isEmpty()) {
                BatchOfIds.update(mark, messages);
            }
            connection.commit();
            send(sink, messages);
            if (!messages.isEmpty()) {
                BatchOfIds.update(complete, messages);
                connection.commit();
            }
            return messages.size();
        };
    }
}
