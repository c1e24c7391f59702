package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.Arrears;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.ArrearsSql;
import dev.signalbox.jdbc.routing.JdbcArrears;
import dev.signalbox.postgres.table.SignalboxTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clusters are to have later, in tables of PostgreSQL. */
public final class PostgresArrears implements ArrearsSql {
    private static final SqlTemplate OWED = SqlTemplate.load(PostgresArrears.class, "owed.sql");
    private static final SqlTemplate OWE = SqlTemplate.load(PostgresArrears.class, "owe.sql");

    private final Sql owed;
    private final Sql oweInGroup;
    private final Sql oweAlone;

    private PostgresArrears(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.POSTGRESQL),
                "failed", SignalboxTable.failed(table).quoted(Quoting.POSTGRESQL));
        this.owed = OWED.fill(names, failedHold ? Set.of("held") : Set.of());
        this.oweInGroup = OWE.fill(names, Set.of("grouped"));
        this.oweAlone = OWE.fill(names, Set.of("alone"));
    }

    /**
     * @param tables of Signalbox's own layout, by the clusters that they are for
     * @param failedHold whether a failed message holds its group until somebody decides
     */
    public static Arrears in(Map<String, TableName> tables, boolean failedHold, ConnectionLender connections) {
        return JdbcArrears.in(tables, table -> new PostgresArrears(table, failedHold), connections);
    }

    @Override
    public PreparedStatement owed(Connection connection, Collection<String> groups) throws SQLException {
        return owed.prepare(connection, Map.of("groups", groups.toArray(String[]::new)));
    }

    @Override
    public PreparedStatement owe(Connection connection, Map<String, @Nullable String> values) throws SQLException {
        return (values.get("message_group") == null ? oweAlone : oweInGroup).prepare(connection, values);
    }
}
