package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.Arrears;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.ArrearsSql;
import dev.signalbox.jdbc.routing.JdbcArrears;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clusters are to have later, in tables of MySQL and MariaDB. */
public final class MySqlArrears implements ArrearsSql {
    private static final SqlTemplate OWED = SqlTemplate.load(MySqlArrears.class, "owed.sql");
    private static final SqlTemplate OWE = SqlTemplate.load(MySqlArrears.class, "owe.sql");

    private final Sql owed;
    private final Sql owe;

    private MySqlArrears(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of("table", table.quoted(Quoting.MYSQL));
        this.owed = OWED.fill(names, failedHold ? Set.of("held") : Set.of());
        this.owe = OWE.fill(names, Set.of());
    }

    /**
     * @param tables of Signalbox's own layout, by the clusters that they are for
     * @param failedHold whether a failed message holds its group until somebody decides
     */
    public static Arrears in(Map<String, TableName> tables, boolean failedHold, ConnectionLender connections) {
        return JdbcArrears.in(tables, table -> new MySqlArrears(table, failedHold), connections);
    }

    @Override
    public PreparedStatement owed(Connection connection, Collection<String> groups) throws SQLException {
        return owed.prepare(connection, Map.of("groups", List.copyOf(groups)));
    }

    @Override
    public PreparedStatement owe(Connection connection, Map<String, @Nullable String> values) throws SQLException {
        return owe.prepare(connection, values);
    }
}
