package dev.signalbox.postgres.owntable;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.owntable.OwnTableSql.FailedStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What an operator does with the dead letters of a {@link PostgresOwnTable}. */
public final class OwnTableDeadLetters {
    private final OwnTableSql sql;

    public OwnTableDeadLetters(TableName table) {
        this.sql = new OwnTableSql(table, false);
    }

    /**
     * Moves messages back to their old position, before later ones of their group, and resets their attempts.
     *
     * @return the ids of the messages that existed
     */
    public List<String> retry(Connection connection, Collection<String> ids) throws SQLException {
        return run(connection, FailedStatement.RETRY_FAILED, ids);
    }

    /** Deletes messages permanently. Returns the ids of the messages that existed. */
    public List<String> discard(Connection connection, Collection<String> ids) throws SQLException {
        return run(connection, FailedStatement.DISCARD_FAILED, ids);
    }

    private List<String> run(Connection connection, FailedStatement statement, Collection<String> ids)
            throws SQLException {
        Sql filled = sql.get(OwnTableSql.FAILED.template(statement));
        return filled.list(connection, Map.of("ids", ids.toArray(String[]::new)), row -> row.getString("id"));
    }
}
