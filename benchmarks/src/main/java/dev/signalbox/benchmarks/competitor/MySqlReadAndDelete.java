package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Reads and locks 500 rows of Signalbox's own table, delivers them, deletes them, commits: the transaction stays open
 * during the delivery. Only one of the two servers supports DELETE … RETURNING.
 */
final class MySqlReadAndDelete extends RawLoop {
    @Override
    public String name() {
        return "raw read-and-delete";
    }

    @Override
    public BenchTable table() {
        return BenchTable.MYSQL_OWN;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        PreparedStatement read = statement(connection, "mysql-delete-read.sql");
        PreparedStatement delete = statement(connection, "mysql-delete.sql", BatchOfIds.PLACES);
        return () -> {
            List<Message> messages = read(read);
            send(sink, messages);
            if (!messages.isEmpty()) {
                BatchOfIds.update(delete, messages);
            }
            connection.commit();
            return messages.size();
        };
    }
}
