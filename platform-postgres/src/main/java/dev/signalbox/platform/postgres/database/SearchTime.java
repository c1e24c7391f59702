package dev.signalbox.platform.postgres.database;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.SearchTooBroadException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long a search may look for one page: not every combination of criteria has an index. */
public final class SearchTime {
    private static final int SECONDS = 5;
    private static final List<String> PATIENCE = List.of("SET LOCAL statement_timeout = '" + SECONDS + "s'");

    private SearchTime() {}

    /** The rows of one page. */
    public static <T> List<T> list(
            Connection connection, Sql sql, Map<String, ? extends @Nullable Object> values, Sql.RowReader<T> reader)
            throws SQLException {
        return Transactions.run(connection, it -> {
            Sql.executeAll(it, PATIENCE);
            return sql.list(it, values, reader);
        });
    }

    /** What a failed search means to who asked. */
    public static StoreException failure(StoreException e) {
        return StatementFailures.isTimedOut(e) ? new SearchTooBroadException(SECONDS, e) : e;
    }
}
