package dev.signalbox.runtime.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.platform.postgres.schema.PlatformSchema;
import dev.signalbox.platform.postgres.schema.PlatformSchemaInspection;
import dev.signalbox.platform.postgres.schema.PlatformSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.schema.PostgresSchemaCheck;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.PostgresDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Inspects the tables of the event platform, and adds what they lack. */
record PlatformTables(SourceConfig database, PostgresConnections connections) implements SourceSchema {
    private static final int CONNECTIONS = 2;
    private static final String SCHEMA = "signalbox_platform";
    private static final TableName QUEUE = new TableName(SCHEMA, "queue");
    private static final String PURPOSE = "the event platform stores events, jobs and subscriptions there";

    static PlatformTables open(SourceConfig database) {
        return new PlatformTables(
                database,
                PostgresConnections.open(PostgresDatabase.settings(database).withPoolSize(CONNECTIONS), "schema"));
    }

    @Override
    public List<TableSchemaReport> look(TrialMode trial) throws SchemaException {
        try {
            PlatformSchemaInspection found = PlatformSchema.inspect(connections);
            return List.of(report(
                    found,
                    PostgresSchemaCheck.ofPlatform(
                            connections, QUEUE, found.refusal().isEmpty())));
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    /** @param shared what the nodes need besides the tables */
    private TableSchemaReport report(PlatformSchemaInspection found, TableSchemaReport shared) {
        List<InspectionFinding> findings = new ArrayList<>();
        State version =
                found.version() == 0 ? State.MISSING : found.version() < found.newest() ? State.WRONG : State.PRESENT;
        findings.add(new InspectionFinding(
                "tables", version, true, "version %d of %d".formatted(found.version(), found.newest()), PURPOSE));
        found.refusal()
                .ifPresent(reason -> findings.add(new InspectionFinding(
                        "owner", State.WRONG, true, reason, "the platform makes and drops partitions each day")));
        findings.addAll(shared.findings());
        List<SchemaStep> steps = new ArrayList<>(steps(found));
        steps.addAll(shared.steps());
        return new TableSchemaReport(database.name(), SCHEMA, findings, steps);
    }

    private static List<SchemaStep> steps(PlatformSchemaInspection found) {
        if (found.isComplete()) {
            return List.of();
        }
        boolean allowed = found.refusal().isEmpty();
        return List.of(new SchemaStep(
                allowed ? "create the tables of the event platform" : "give the schema to the role " + found.role(),
                allowed ? "they must belong to the role " + found.role() + ", who runs this" : PURPOSE,
                SCHEMA,
                SchemaStep.Execution.TRANSACTION,
                found.statements(),
                List.of(),
                allowed ? List.of() : List.of("CREATE on the database, or ownership of the schema " + SCHEMA)));
    }

    @Override
    public String script(List<TableSchemaReport> reports) {
        return SchemaScript.of(
                SchemaTargets.place(database, connections.settings().displayUrl()),
                reports,
                SchemaScript.LockTimeouts.POSTGRESQL);
    }

    @Override
    public List<String> install(List<SchemaStep> schemaSteps, Consumer<String> progress) throws SchemaException {
        try {
            if (schemaSteps.isEmpty()) {
                return List.of();
            }
            // Its leases first: the trigger of the queue calls a function of that schema.
            SideSchemaState leases = PostgresSideSchema.prepare(connections);
            List<String> failures = new ArrayList<>();
            switch (PlatformSchema.prepare(connections)) {
                case PlatformSchemaState.Ready(int version) ->
                    progress.accept("created the tables of the event platform, version " + version);
                case PlatformSchemaState.Unavailable unavailable -> failures.add(unavailable.reason());
            }
            switch (leases) {
                case SideSchemaState.Available() -> progress.accept("created the tables of schema signalbox");
                case SideSchemaState.Unavailable(String reason) -> failures.add(reason);
            }
            return failures;
        } catch (SQLException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
