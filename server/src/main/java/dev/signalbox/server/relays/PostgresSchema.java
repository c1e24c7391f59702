package dev.signalbox.server.relays;

import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.schema.PostgresInstaller;
import dev.signalbox.postgres.schema.SchemaCheck;
import dev.signalbox.server.config.SourceConfig;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** What the tables on a PostgreSQL database have and lack. */
final class PostgresSchema implements SourceSchema {
    private static final int CONNECTIONS = 2;

    private final SourceConfig source;
    private final List<SchemaTarget> targets;
    private final PostgresConnections connections;

    PostgresSchema(SourceConfig source, List<SchemaTarget> targets) {
        this.source = source;
        this.targets = targets;
        this.connections = PostgresConnections.open(Translation.postgres(source).withPoolSize(CONNECTIONS), "schema");
    }

    @Override
    public List<SchemaReport> look() throws SchemaException {
        try {
            return SchemaCheck.of(connections, targets);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public String script(List<SchemaReport> reports) {
        String place = SchemaTargets.place(source, connections.settings().displayUrl());
        return SchemaScript.of(place, reports, SchemaScript.Patience.POSTGRESQL);
    }

    @Override
    public List<String> install(List<Step> steps, Consumer<String> progress) throws SchemaException {
        try {
            return PostgresInstaller.of(connections, progress).run(steps);
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
