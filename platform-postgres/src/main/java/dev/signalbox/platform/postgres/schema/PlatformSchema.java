package dev.signalbox.platform.postgres.schema;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.platform.postgres.retention.DayPartitions;
import dev.signalbox.platform.postgres.schema.PlatformSchemaState.Unavailable;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.lease.SchemaIntruder;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The schema {@code signalbox_platform}. It is looked at first, and what is missing is created version by version, each with
 * the transaction that records it. The role owns its tables, because it makes and drops a partition of them each day.
 *
 * <p>Nodes that start at once wait for each other without a lock of their own: for the creation of the schema, which only
 * one can succeed with, and later for the table of versions.
 */
public final class PlatformSchema {
    private static final System.Logger LOG = System.getLogger(PlatformSchema.class.getName());
    private static final String CREATE_SCHEMA = "CREATE SCHEMA signalbox_platform";
    private static final Duration STATEMENT = Duration.ofSeconds(60);
    private static final List<String> CREATED_MEANWHILE = List.of("42P06", "42P07", "23505");
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final int ATTEMPTS = 5;

    /** The scripts of all versions; the first is version 1. */
    private static final List<String> VERSIONS =
            List.of(SqlFolder.read(PlatformSchema.class, "v001.sql"), SqlFolder.read(PlatformSchema.class, "v002.sql"));

    private enum Statement {
        LOOK,
        VERSION,
        LOCK,
        INSTALLED,
        FOREIGN,
        WAKE_UP
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PlatformSchema.class).statements("look.sql", Statement.class);

    private PlatformSchema() {}

    /** What is there, and what this role may do with it. */
    private record SchemaAccess(
            boolean schemaExists,
            boolean usable,
            boolean mayCreate,
            boolean mayCreateSchema,
            boolean versioned,
            String role,
            boolean readOnly,
            boolean inRecovery) {}

    /** The statements that create everything, for documentation and administrators. */
    public static List<String> statements() {
        List<String> statements = new ArrayList<>(List.of(CREATE_SCHEMA));
        VERSIONS.forEach(version -> statements.addAll(split(version)));
        return statements;
    }

    /**
     * The statements that create everything for a role, which owns it: it adds and drops a partition each day. They run in one
     * transaction, of the role itself or of one that may become it.
     */
    public static List<String> statementsFor(String role) {
        String quoted = Quoting.POSTGRESQL.quote(role);
        List<String> statements = new ArrayList<>();
        statements.add(CREATE_SCHEMA + " AUTHORIZATION " + quoted);
        statements.add("SET LOCAL ROLE " + quoted);
        for (int version = 1; version <= VERSIONS.size(); version++) {
            statements.addAll(split(VERSIONS.get(version - 1)));
            statements.add(recording(version));
        }
        statements.add("RESET ROLE");
        return statements;
    }

    private static String recording(int version) {
        return "INSERT INTO signalbox_platform.schema_version (version) VALUES (" + version + ")";
    }

    /**
     * Creates what is missing, and the days ahead.
     *
     * @throws SQLException if the database is unreachable or not ready, so the answer is unknown; or if other roles could
     *     add code to the schema
     */
    public static PlatformSchemaState prepare(PostgresConnections connections) throws SQLException {
        TimeLimits limits = connections.settings().limits().withStatement(STATEMENT, STATEMENT);
        try (Connection connection = connections.openOwn("schema", limits, Map.of())) {
            PlatformSchemaState state = install(connection);
            if (state instanceof PlatformSchemaState.Ready) {
                wakeUps(connections, connection);
            }
            return state;
        }
    }

    /** Finds what is missing, and changes nothing. */
    public static PlatformSchemaInspection inspect(PostgresConnections connections) throws SQLException {
        return connections.inTransaction(connection -> {
            SchemaAccess access = look(connection);
            int version = access.versioned() && access.usable() ? version(connection) : 0;
            List<String> foreign = foreign(connection);
            boolean allowed = access.schemaExists() ? access.usable() && access.mayCreate() : access.mayCreateSchema();
            if (!allowed || !foreign.isEmpty()) {
                Unavailable state = forbidden(access, "the role " + access.role() + " does not own it", foreign);
                return new PlatformSchemaInspection(
                        access.role(), version, VERSIONS.size(), Optional.of(state.reason()), state.statements());
            }
            return new PlatformSchemaInspection(
                    access.role(), version, VERSIONS.size(), Optional.empty(), missing(access, version));
        });
    }

    private static List<String> missing(SchemaAccess access, int version) {
        List<String> statements = new ArrayList<>(access.schemaExists() ? List.of() : List.of(CREATE_SCHEMA));
        for (int next = version + 1; next <= VERSIONS.size(); next++) {
            statements.addAll(split(VERSIONS.get(next - 1)));
            statements.add(recording(next));
        }
        return statements;
    }

    private static PlatformSchemaState install(Connection connection) throws SQLException {
        for (int i = 1; ; i++) {
            try {
                return Transactions.run(connection, PlatformSchema::installOnce);
            } catch (SQLException e) {
                if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                    return forbidden(look(connection), String.valueOf(e.getMessage()), List.of());
                }
                // Another node created it at the same moment; it is there now.
                if (i == ATTEMPTS || !CREATED_MEANWHILE.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
            }
        }
    }

    private static PlatformSchemaState installOnce(Connection connection) throws SQLException {
        SchemaAccess access = look(connection);
        if (access.inRecovery()) {
            throw new SQLException("The server is a standby that has not been promoted", "57P03");
        }
        if (access.readOnly()) {
            return new Unavailable("the database is read-only for this role", List.of());
        }
        if (access.schemaExists() ? !access.usable() || !access.mayCreate() : !access.mayCreateSchema()) {
            return forbidden(access, "the role " + access.role() + " may not create tables in it", foreign(connection));
        }
        int version = access.versioned() ? version(connection) : 0;
        if (version < VERSIONS.size()) {
            version = upgrade(connection, access);
        }
        List<String> foreign = foreign(connection);
        if (!foreign.isEmpty()) {
            return forbidden(access, "it does not belong to the role " + access.role(), foreign);
        }
        SchemaIntruder.refuse(connection, "signalbox_platform");
        DayPartitions.makeAhead(connection);
        return new PlatformSchemaState.Ready(version);
    }

    /** The first statement waits for a node that does the same, and fails or sees what that node has created. */
    private static int upgrade(Connection connection, SchemaAccess access) throws SQLException {
        if (!access.schemaExists()) {
            Sql.executeAll(connection, List.of(CREATE_SCHEMA));
        }
        int version = 0;
        if (access.versioned()) {
            SQL.sql(Statement.LOCK).execute(connection, Map.of());
            version = version(connection);
        }
        for (int next = version + 1; next <= VERSIONS.size(); next++) {
            Sql.executeAll(connection, split(VERSIONS.get(next - 1)));
            SQL.sql(Statement.INSTALLED).update(connection, Map.of("version", next));
        }
        return Math.max(version, VERSIONS.size());
    }

    private static int version(Connection connection) throws SQLException {
        return SQL.sql(Statement.VERSION).one(connection, Map.of(), row -> row.getInt("version"));
    }

    private static SchemaAccess look(Connection connection) throws SQLException {
        return SQL.sql(Statement.LOOK)
                .one(
                        connection,
                        Map.of(),
                        row -> new SchemaAccess(
                                row.getBoolean("schema_exists"),
                                row.getBoolean("usable"),
                                row.getBoolean("may_create"),
                                row.getBoolean("may_create_schema"),
                                row.getBoolean("versioned"),
                                row.getString("role"),
                                row.getBoolean("read_only"),
                                row.getBoolean("in_recovery")));
    }

    /** What gives the role's relations to it that belong to others. */
    private static List<String> foreign(Connection connection) throws SQLException {
        String role = Quoting.POSTGRESQL.quote(look(connection).role());
        return SQL.sql(Statement.FOREIGN)
                .list(
                        connection,
                        Map.of(),
                        row -> "ALTER %s signalbox_platform.%s OWNER TO %s"
                                .formatted(
                                        row.getString("kind").equals("S") ? "SEQUENCE" : "TABLE",
                                        Quoting.POSTGRESQL.quote(row.getString("name")),
                                        role));
    }

    private static Unavailable forbidden(SchemaAccess access, String reason, List<String> foreign) {
        String role = Quoting.POSTGRESQL.quote(access.role());
        List<String> statements = new ArrayList<>();
        statements.add(
                access.schemaExists()
                        ? "ALTER SCHEMA signalbox_platform OWNER TO " + role
                        : CREATE_SCHEMA + " AUTHORIZATION " + role);
        statements.addAll(foreign);
        return new Unavailable("the schema signalbox_platform cannot be used: " + reason, statements);
    }

    /** Without wake-ups the queue is polled, so a failure to create them is not fatal. */
    private static void wakeUps(PostgresConnections connections, Connection connection) {
        try {
            boolean installed =
                    SQL.sql(Statement.WAKE_UP).one(connection, Map.of(), row -> row.getBoolean("installed"));
            if (installed) {
                return;
            }
            if (PostgresSideSchema.prepare(connections) instanceof SideSchemaState.Unavailable(String reason)) {
                warn(reason);
                return;
            }
            Transactions.run(connection, it -> {
                SQL.sql(Statement.LOCK).execute(it, Map.of());
                Sql.executeAll(it, wakeUpStatements(it));
                return true;
            });
        } catch (SQLException e) {
            warn(String.valueOf(e.getMessage()));
        }
    }

    private static void warn(String reason) {
        LOG.log(
                System.Logger.Level.WARNING,
                "inserts into signalbox_platform.queue do not notify, so that it is polled: {0}",
                reason);
    }

    /** What is still missing: another node may have created it meanwhile. */
    private static List<String> wakeUpStatements(Connection connection) throws SQLException {
        List<String> statements = new ArrayList<>();
        SQL.sql(Statement.WAKE_UP).each(connection, Map.of(), row -> {
            if (!row.getBoolean("has_function")) {
                statements.add(WakeUpTrigger.functionDdl());
            }
            if (!row.getBoolean("installed")) {
                statements.add(WakeUpTrigger.triggerDdl(new TableName("signalbox_platform", "queue")));
            }
        });
        return statements;
    }

    private static List<String> split(String script) {
        return Arrays.stream(script.replaceAll("(?m)^\\s*--.*$", "").split(";", -1))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }
}
