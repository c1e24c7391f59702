package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.lease.LockHolder;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The schema {@code signalbox} beside the messages, with the records of Signalbox itself. */
public final class PostgresSideSchema {
    private static final System.Logger LOG = System.getLogger(PostgresSideSchema.class.getName());
    private static final String DDL = SqlFolder.read(PostgresSideSchema.class, "side-schema.sql");
    private static final String CREATE_SCHEMA = "CREATE SCHEMA signalbox";
    private static final List<String> TABLES = List.of(
            "nodes",
            "shards",
            "relays",
            "claims",
            "suspects",
            "deliveries",
            "failures",
            "pairs",
            "parked",
            "dead_letters");
    private static final Pattern ADDED_COLUMN =
            Pattern.compile("ALTER TABLE signalbox\\.(\\w+) ADD COLUMN IF NOT EXISTS (\\w+) [^;]+");
    private static final Pattern INDEX =
            Pattern.compile("CREATE INDEX IF NOT EXISTS (\\w+) ON signalbox\\.(\\w+) [^;]+");

    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String READ_ONLY_TRANSACTION = "25006";
    private static final List<String> CREATED_MEANWHILE = List.of("42P06", "42P07", "23505");

    private PostgresSideSchema() {}

    /** The statements that create the whole schema. */
    public static String ddl() {
        return DDL;
    }

    /** The script with which an administrator creates the schema for a role that lacks the rights. */
    public static String administratorScript(String role) {
        String quoted = '"' + role.replace("\"", "\"\"") + '"';
        return DDL.replace(CREATE_SCHEMA, "CREATE SCHEMA IF NOT EXISTS signalbox")
                + "\nGRANT USAGE ON SCHEMA signalbox TO " + quoted
                + ";\nGRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA signalbox TO " + quoted + ";\n";
    }

    /**
     * Creates what is missing and returns whether the schema is usable.
     *
     * @throws SQLException if the database is unreachable or not ready, so the answer is unknown
     */
    public static SideSchemaState prepare(PostgresConnections connections) throws SQLException {
        SideSchemaInspection found;
        try {
            found = connections.inTransaction(PostgresSideSchema::prepare);
        } catch (SQLException e) {
            if (!CREATED_MEANWHILE.contains(e.getSQLState())) {
                return unavailable(e);
            }
            // Another process created it at the same moment without taking our lock; it exists now.
            try {
                found = connections.inTransaction(PostgresSideSchema::prepare);
            } catch (SQLException again) {
                return unavailable(again);
            }
        }
        if (!found.readOnly() && !found.indexes().isEmpty()) {
            index(connections);
        }
        return found.state();
    }

    /** Indexes only improve speed, so a failure to create one is not fatal. */
    private static void index(PostgresConnections connections) {
        try {
            connections.inTransaction(connection -> {
                lock(connection);
                Sql.executeAll(connection, look(connection).indexes());
                return true;
            });
        } catch (SQLException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "an index of the schema signalbox could not be created, and is tried again at the next start: {0}",
                    e.getMessage());
        }
    }

    private static SideSchemaState unavailable(SQLException e) throws SQLException {
        boolean forbidden = INSUFFICIENT_PRIVILEGE.equals(e.getSQLState());
        if (forbidden || READ_ONLY_TRANSACTION.equals(e.getSQLState())) {
            return new SideSchemaState.Unavailable(String.valueOf(e.getMessage()));
        }
        throw e;
    }

    private static SideSchemaInspection prepare(Connection connection) throws SQLException {
        // Checks first: CREATE … IF NOT EXISTS requires the right to create even if the object exists.
        SideSchemaInspection found = look(connection);
        if (found.inRecovery()) {
            throw new SQLException("The server is a standby that has not been promoted", "57P03");
        }
        if (!found.readOnly() && !found.complete()) {
            lock(connection);
            create(connection, look(connection));
            found = look(connection);
        }
        SchemaIntruder.refuse(connection);
        return found;
    }

    /**
     * Takes turns with the other nodes. A session of another role can't make it wait: then nodes that create the same at
     * once try again.
     */
    private static void lock(Connection connection) throws SQLException {
        Map<String, Long> key = AdvisoryLockKey.ofBootstrap().parameters();
        if (PostgresLeaseSql.TRY_LOCK_IN_TRANSACTION.sql().one(connection, key, row -> row.getBoolean(1))) {
            return;
        }
        List<LockHolder> holders = PostgresLockHolders.of(connection, AdvisoryLockKey.ofBootstrap());
        if (holders.stream().noneMatch(LockHolder::ours)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the schema signalbox is created without its lock, which is held by: {0}",
                    holders);
            return;
        }
        await(connection, key);
    }

    /** Waits as long as a statement may take: on a busy server the nodes before it need more than a lock's time. */
    private static void await(Connection connection, Map<String, Long> key) throws SQLException {
        String usual = PostgresLeaseSql.LOCK_TIMEOUT.sql().one(connection, Map.of(), row -> row.getString(1));
        PostgresLeaseSql.SET_LOCK_TIMEOUT.sql().execute(connection, Map.of("timeout", "0"));
        PostgresLeaseSql.WAIT_FOR_LOCK_IN_TRANSACTION.sql().execute(connection, key);
        PostgresLeaseSql.SET_LOCK_TIMEOUT.sql().execute(connection, Map.of("timeout", usual));
    }

    private static void create(Connection connection, SideSchemaInspection found) throws SQLException {
        if (!found.schemaExists()) {
            Sql.executeAll(connection, List.of(CREATE_SCHEMA));
        }
        Sql.executeAll(connection, found.missing());
    }

    private static String creationOf(String table) {
        int start = DDL.indexOf("CREATE TABLE IF NOT EXISTS signalbox." + table + " ");
        if (start < 0) {
            throw new IllegalStateException("side-schema.sql does not create " + table);
        }
        return DDL.substring(start, DDL.indexOf(';', start));
    }

    private static SideSchemaInspection look(Connection connection) throws SQLException {
        return PostgresLeaseSql.LOOK.sql().one(connection, Map.of(), row -> {
            List<String> missing = new ArrayList<>();
            List<String> forbidden = new ArrayList<>();
            List<String> indexes = new ArrayList<>();
            if (row.getBoolean("schema_exists") && !row.getBoolean("schema_usable")) {
                forbidden.add("the schema itself");
            }
            for (String table : TABLES) {
                lookAt(connection, table, missing, forbidden, indexes);
            }
            return new SideSchemaInspection(
                    row.getBoolean("schema_exists"),
                    row.getBoolean("read_only"),
                    row.getBoolean("in_recovery"),
                    missing,
                    forbidden,
                    indexes);
        });
    }

    private static void lookAt(
            Connection connection, String table, List<String> missing, List<String> forbidden, List<String> indexes)
            throws SQLException {
        PostgresLeaseSql.LOOK_TABLE.sql().query(connection, Map.of("table", table), row -> {
            List<String> columns = List.of();
            if (!row.next()) {
                missing.add(creationOf(table));
            } else {
                columns = names(row, "columns");
                if (row.getBoolean("indexable")) {
                    indexes.addAll(indexesOf(table, names(row, "indexes")));
                }
                if (!row.getBoolean("usable")) {
                    forbidden.add(table);
                }
            }
            return missing.addAll(additionsTo(table, columns));
        });
    }

    private static List<String> names(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    /** The statements that create missing indexes of a table. */
    private static List<String> indexesOf(String table, List<String> present) {
        return INDEX.matcher(DDL)
                .results()
                .filter(index -> index.group(2).equals(table) && !present.contains(index.group(1)))
                .map(MatchResult::group)
                .toList();
    }

    /** The statements that add missing columns which later versions introduced. */
    private static List<String> additionsTo(String table, List<String> columns) {
        return ADDED_COLUMN
                .matcher(DDL)
                .results()
                .filter(addition -> addition.group(1).equals(table) && !columns.contains(addition.group(2)))
                .map(MatchResult::group)
                .toList();
    }

    /**
     * @param missing the statements that create required objects
     * @param indexes the statements that create optional indexes, as far as this role may
     */
    private record SideSchemaInspection(
            boolean schemaExists,
            boolean readOnly,
            boolean inRecovery,
            List<String> missing,
            List<String> forbidden,
            List<String> indexes) {
        boolean complete() {
            return schemaExists && missing.isEmpty();
        }

        SideSchemaState state() {
            if (readOnly) {
                return new SideSchemaState.Unavailable("the database is read-only for this role");
            }
            return forbidden.isEmpty()
                    ? new SideSchemaState.Available()
                    : new SideSchemaState.Unavailable("this role may not read and write " + String.join(", ", forbidden)
                            + " of the schema signalbox");
        }
    }
}
