package dev.signalbox.server.relays;

import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.schema.MySqlInstaller;
import dev.signalbox.mysql.schema.MySqlSchemaCheck;
import dev.signalbox.server.config.SourceConfig;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** What the tables on a MySQL or MariaDB database have and lack. */
final class MySqlSchema implements SourceSchema {
    private static final int CONNECTIONS = 2;

    private final SourceConfig source;
    private final List<SchemaTarget> targets;
    private final MySqlConnections connections;

    MySqlSchema(SourceConfig source, List<SchemaTarget> targets) {
        this.source = source;
        this.targets = targets;
        this.connections = MySqlConnections.open(Translation.mySql(source).withPoolSize(CONNECTIONS), "schema");
    }

    @Override
    public List<SchemaReport> look() throws SchemaException {
        try {
            return MySqlSchemaCheck.of(connections, targets);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public String script(List<SchemaReport> reports) {
        String place = SchemaTargets.place(source, connections.settings().displayUrl());
        return SchemaScript.of(place, reports, SchemaScript.Patience.MYSQL);
    }

    @Override
    public List<String> install(List<Step> steps, Consumer<String> progress) throws SchemaException {
        try {
            return MySqlInstaller.of(connections, progress).run(steps);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
