package dev.signalbox.runtime.schema;

import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.schema.MySqlSchemaChanger;
import dev.signalbox.mysql.schema.MySqlSchemaCheck;
import dev.signalbox.mysql.schema.MySqlTableIdentity;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.schema.LogSchemaTarget;
import dev.signalbox.postgres.schema.PostgresSchemaChanger;
import dev.signalbox.postgres.schema.PostgresSchemaCheck;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.EventOutboxTableFinder;
import dev.signalbox.runtime.database.MySqlDatabase;
import dev.signalbox.runtime.database.PostgresDatabase;
import dev.signalbox.runtime.database.PostgresTables;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Inspects the tables of an SQL database, and adds what they lack. */
record SqlSchema(SourceConfig source, SchemaAccess access) implements SourceSchema {
    private static final int CONNECTIONS = 2;
    private static final String PURPOSE = "schema";

    /**
     * The parts that differ between databases.
     *
     * @param url the database's URL, without secrets
     * @param close closes its connections
     */
    record SchemaAccess(
            String url,
            SchemaScript.LockTimeouts patience,
            TablesInspection check,
            Function<Consumer<String>, JdbcSchemaInstaller> installer,
            Runnable close) {}

    /** Inspects all tables. */
    interface TablesInspection {
        List<TableSchemaReport> look(TrialMode trial) throws SQLException;
    }

    /** The tables to inspect, under the names that they have in the database. */
    interface ResolvedTargets {
        List<SchemaTarget> in(EventOutboxTableFinder.TableLookup lookup) throws SQLException;
    }

    /** The logs to inspect, under the names that they have in the database. */
    interface ResolvedLogs {
        List<LogSchemaTarget> in(PostgresTables tables) throws SQLException;
    }

    static SqlSchema onPostgres(SourceConfig source, ResolvedTargets targets, ResolvedLogs logs) {
        PostgresConnections connections =
                PostgresConnections.open(PostgresDatabase.settings(source).withPoolSize(CONNECTIONS), PURPOSE);
        return new SqlSchema(
                source,
                new SchemaAccess(
                        connections.settings().displayUrl(),
                        SchemaScript.LockTimeouts.POSTGRESQL,
                        trial -> {
                            List<SchemaTarget> tables = connections.inTransaction(
                                    connection -> targets.in(PostgresTables.read(connection)));
                            List<LogSchemaTarget> found =
                                    connections.inTransaction(connection -> logs.in(PostgresTables.read(connection)));
                            List<TableSchemaReport> reports =
                                    new ArrayList<>(PostgresSchemaCheck.of(connections, tables, trial));
                            reports.addAll(PostgresSchemaCheck.ofLogs(connections, found));
                            return reports;
                        },
                        progress -> PostgresSchemaChanger.of(connections, progress),
                        connections::close));
    }

    static SqlSchema onMySql(SourceConfig source, ResolvedTargets targets) {
        MySqlConnections connections =
                MySqlConnections.open(MySqlDatabase.settings(source).withPoolSize(CONNECTIONS), PURPOSE);
        return new SqlSchema(
                source,
                new SchemaAccess(
                        connections.settings().displayUrl(),
                        SchemaScript.LockTimeouts.MYSQL,
                        trial -> {
                            List<SchemaTarget> tables = connections.inTransaction(connection -> {
                                MySqlTableIdentity names = MySqlTableIdentity.read(connection);
                                return targets.in(table -> names.exists(table, connection));
                            });
                            return MySqlSchemaCheck.of(connections, tables, trial);
                        },
                        progress -> MySqlSchemaChanger.of(connections, progress),
                        connections::close));
    }

    @Override
    public List<TableSchemaReport> look(TrialMode trial) throws SchemaException {
        try {
            return access.check().look(trial);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public String script(List<TableSchemaReport> reports) {
        return SchemaScript.of(SchemaTargets.place(source, access.url()), reports, access.patience());
    }

    @Override
    public List<String> install(List<SchemaStep> schemaSteps, Consumer<String> progress) throws SchemaException {
        try {
            return access.installer().apply(progress).run(schemaSteps);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public void close() {
        access.close().run();
    }
}
