package dev.signalbox.runtime.relays;

import dev.signalbox.jdbc.schema.SchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.schema.MySqlInstaller;
import dev.signalbox.mysql.schema.MySqlSchemaCheck;
import dev.signalbox.mysql.schema.TableNames;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.outbox.TableIdentity;
import dev.signalbox.postgres.schema.LogTarget;
import dev.signalbox.postgres.schema.PostgresInstaller;
import dev.signalbox.postgres.schema.SchemaCheck;
import dev.signalbox.runtime.config.SourceConfig;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the tables on an SQL database have and lack. */
final class SqlSchema implements SourceSchema {
    private static final int CONNECTIONS = 2;
    private static final String PURPOSE = "schema";

    private final String place;
    private final Parts parts;

    /**
     * What is another on each database.
     *
     * @param url where it is, without secrets
     * @param close gives up its connections
     */
    private record Parts(
            String url,
            SchemaScript.Patience patience,
            Check check,
            Function<Consumer<String>, SchemaInstaller> installer,
            Runnable close) {}

    /** Looks at all tables. */
    private interface Check {
        List<SchemaReport> look() throws SQLException;
    }

    /** The tables to look at, under the names by which they are found. */
    interface Targets {
        List<SchemaTarget> in(Spellings.Exists exists) throws SQLException;
    }

    private SqlSchema(SourceConfig source, Parts parts) {
        this.place = SchemaTargets.place(source, parts.url());
        this.parts = parts;
    }

    static SqlSchema onPostgres(SourceConfig source, Targets targets, List<LogTarget> logs) {
        PostgresConnections connections =
                PostgresConnections.open(Translation.postgres(source).withPoolSize(CONNECTIONS), PURPOSE);
        return new SqlSchema(
                source,
                new Parts(
                        connections.settings().displayUrl(),
                        SchemaScript.Patience.POSTGRESQL,
                        () -> {
                            List<SchemaTarget> tables = connections.inTransaction(
                                    connection -> targets.in(table -> TableIdentity.exists(table, connection)));
                            List<SchemaReport> reports = new ArrayList<>(SchemaCheck.of(connections, tables));
                            reports.addAll(SchemaCheck.ofLogs(connections, logs));
                            return reports;
                        },
                        progress -> PostgresInstaller.of(connections, progress),
                        connections::close));
    }

    static SqlSchema onMySql(SourceConfig source, Targets targets) {
        MySqlConnections connections =
                MySqlConnections.open(Translation.mySql(source).withPoolSize(CONNECTIONS), PURPOSE);
        return new SqlSchema(
                source,
                new Parts(
                        connections.settings().displayUrl(),
                        SchemaScript.Patience.MYSQL,
                        () -> {
                            List<SchemaTarget> tables = connections.inTransaction(connection -> {
                                TableNames names = TableNames.read(connection);
                                return targets.in(table -> names.exists(table, connection));
                            });
                            return MySqlSchemaCheck.of(connections, tables);
                        },
                        progress -> MySqlInstaller.of(connections, progress),
                        connections::close));
    }

    @Override
    public List<SchemaReport> look() throws SchemaException {
        try {
            return parts.check().look();
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public String script(List<SchemaReport> reports) {
        return SchemaScript.of(place, reports, parts.patience());
    }

    @Override
    public List<String> install(List<Step> steps, Consumer<String> progress) throws SchemaException {
        try {
            return parts.installer().apply(progress).run(steps);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public void close() {
        parts.close().run();
    }
}
