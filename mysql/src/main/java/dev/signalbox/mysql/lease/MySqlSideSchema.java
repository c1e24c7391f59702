package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.mysql.connection.MySqlConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The side schema: the tables {@code signalbox_…} beside the messages. */
public final class MySqlSideSchema {
    private static final String DDL = SqlFolder.read(MySqlSideSchema.class, "side-schema.sql");
    private static final Pattern CREATION = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) \\(\\s+(\\w+) [^;]+");
    private static final Pattern ADDITION = Pattern.compile("ALTER TABLE (\\w+) ADD COLUMN (\\w+) [^;]+");
    private static final int DUPLICATE_COLUMN = 1060;
    /** Statements that need a right and change nothing, by right. */
    private static final Map<String, MySqlLeaseSql> TRIALS = new LinkedHashMap<>();

    static {
        TRIALS.put("select", MySqlLeaseSql.MAY_SELECT);
        TRIALS.put("insert", MySqlLeaseSql.MAY_INSERT);
        TRIALS.put("update", MySqlLeaseSql.MAY_UPDATE);
        TRIALS.put("delete", MySqlLeaseSql.MAY_DELETE);
    }

    /** No right to the database, table, column, statement, routine; to end a session; a read-only transaction. */
    private static final Set<Integer> FORBIDDEN = Set.of(1044, 1142, 1143, 1227, 1370, 1095, 1792);

    private MySqlSideSchema() {}

    static boolean isForbidden(SQLException failure) {
        return FORBIDDEN.contains(failure.getErrorCode());
    }

    public static Map<String, String> creations() {
        Map<String, String> creations = new LinkedHashMap<>();
        CREATION.matcher(DDL).results().forEach(found -> creations.put(found.group(1), found.group()));
        return creations;
    }

    /** The statements that add columns which later versions introduced, by table and column: {@code table.column}. */
    public static Map<String, String> additions() {
        Map<String, String> additions = new LinkedHashMap<>();
        ADDITION.matcher(DDL)
                .results()
                .forEach(found -> additions.put(found.group(1) + "." + found.group(2), found.group()));
        return additions;
    }

    /** The statements that let an account use the tables. */
    public static List<String> grants(String account) {
        return creations().keySet().stream()
                .map(table -> "GRANT SELECT, INSERT, UPDATE, DELETE ON " + table + " TO " + account)
                .toList();
    }

    /** The script with which an administrator creates the tables for an account without that right. */
    static String administratorScript(@Nullable String database, String account) {
        List<String> statements = new ArrayList<>();
        if (database != null) {
            statements.add("USE " + Quoting.MYSQL.quote(database));
        }
        statements.addAll(creations().values());
        statements.addAll(grants(account));
        statements.addAll(additions().values());
        return String.join(";\n", statements) + ";\n";
    }

    /**
     * Creates missing tables and columns, and returns whether the side schema is usable.
     *
     * @throws SQLException if the database is unreachable or not ready, so that the state is unknown
     */
    public static SideSchemaState prepare(MySqlConnections connections) throws SQLException {
        try (Connection connection = connections.borrow()) {
            SessionIdentity identity = SessionIdentity.of(connection);
            if (identity.database() == null) {
                return new SideSchemaState.Unavailable("the URL names no database in which they could be");
            }
            return prepare(connection);
        } catch (SQLException e) {
            if (isForbidden(e)) {
                return new SideSchemaState.Unavailable(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static SideSchemaState prepare(Connection connection) throws SQLException {
        List<String> missing = missing(connection);
        for (Map.Entry<String, String> table : creations().entrySet()) {
            if (missing.contains(table.getKey())) {
                Sql.executeAll(connection, List.of(table.getValue()));
            }
        }
        for (Map.Entry<String, String> column : additions().entrySet()) {
            if (missing.contains(column.getKey())) {
                add(connection, column.getValue());
            }
        }
        List<String> forbidden = forbidden(connection);
        return forbidden.isEmpty()
                ? new SideSchemaState.Available()
                : new SideSchemaState.Unavailable("this user may not " + String.join(", ", forbidden));
    }

    /** Another node may add the same column at the same time. */
    private static void add(Connection connection, String column) throws SQLException {
        try {
            Sql.executeAll(connection, List.of(column));
        } catch (SQLException e) {
            if (e.getErrorCode() != DUPLICATE_COLUMN) {
                throw e;
            }
        }
    }

    /** The tables that do not exist or are not visible, and the columns that later versions introduced. */
    public static List<String> missing(Connection connection) throws SQLException {
        List<String> missing = new ArrayList<>(creations().keySet());
        missing.addAll(additions().keySet());
        missing.removeAll(new LeaseStatementRunner(connection, Map.of()).column(MySqlLeaseSql.TABLES.sql(), Map.of()));
        return missing;
    }

    /** The rights that this user lacks on the existing tables. */
    public static List<String> forbidden(Connection connection) throws SQLException {
        List<String> missing = missing(connection);
        List<String> forbidden = new ArrayList<>();
        for (MatchResult table : CREATION.matcher(DDL).results().toList()) {
            if (!missing.contains(table.group(1))) {
                forbidden.addAll(missingRights(connection, table.group(1), table.group(2)));
            }
        }
        return forbidden;
    }

    /** Tries statements that affect no row, because rights come from many places: server, database, table, roles. */
    private static List<String> missingRights(Connection connection, String table, String column) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, MySqlLeaseSql> trial : TRIALS.entrySet()) {
            try {
                Sql.executeAll(connection, List.of(trial.getValue().text(Map.of("table", table, "column", column))));
            } catch (SQLException e) {
                if (!isForbidden(e)) {
                    throw e;
                }
                missing.add(trial.getKey() + " " + table);
            }
        }
        return missing;
    }

    /** The database and the account of a connection. */
    record SessionIdentity(@Nullable String database, String account) {
        static SessionIdentity of(Connection connection) throws SQLException {
            return MySqlLeaseSql.LOOK
                    .sql()
                    .one(
                            connection,
                            Map.of(),
                            row -> new SessionIdentity(row.getString("db"), quotedAccount(row.getString("account"))));
        }
    }

    /** An account as in a GRANT statement: a user's name may contain an @, a host's name may not. */
    public static String quotedAccount(String account) {
        int at = account.lastIndexOf('@');
        return quote(account.substring(0, at)) + "@" + quote(account.substring(at + 1));
    }

    private static String quote(String part) {
        return "'" + part.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
