package dev.signalbox.runtime.schema;

import com.mongodb.MongoException;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.mongodb.MongoConnections;
import dev.signalbox.mongodb.MongoSchemaCheck;
import dev.signalbox.mongodb.MongoSchemaCheck.MongoSchemaInstaller;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.MongoDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Inspects the collections of a MongoDB database, and adds what they lack. */
final class MongoSchema implements SourceSchema {
    private static final int CONNECTIONS = 2;

    private final SourceConfig source;
    private final List<MongoSchemaCheck.CollectionTarget> collections;
    private final MongoConnections connections;
    /** The commands of the reported steps. */
    private final Map<SchemaStep, MongoSchemaCheck.MongoSchemaStep> commands = new HashMap<>();

    private MongoSchema(
            SourceConfig source, List<MongoSchemaCheck.CollectionTarget> collections, MongoConnections connections) {
        this.source = source;
        this.collections = collections;
        this.connections = connections;
    }

    static MongoSchema open(SourceConfig source, List<RelayConfig> relays) throws SchemaException {
        List<MongoSchemaCheck.CollectionTarget> collections = relays.stream()
                .map(relay -> new MongoSchemaCheck.CollectionTarget(relay.name(), MongoDatabase.collection(relay)))
                .toList();
        try {
            return new MongoSchema(
                    source,
                    collections,
                    MongoConnections.open(MongoDatabase.settings(source).withPoolSize(CONNECTIONS), "schema"));
        } catch (MongoException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public List<TableSchemaReport> look(TrialMode trial) throws SchemaException {
        try {
            return MongoSchemaCheck.of(connections, collections).stream()
                    .map(this::report)
                    .toList();
        } catch (MongoException e) {
            throw new SchemaException(e);
        }
    }

    private TableSchemaReport report(MongoSchemaCheck.CollectionSchemaReport report) {
        return new TableSchemaReport(
                report.relay(),
                report.collection(),
                report.findings(),
                report.steps().stream().map(this::step).toList());
    }

    private SchemaStep step(MongoSchemaCheck.MongoSchemaStep command) {
        SchemaStep schemaStep = new SchemaStep(
                command.title(),
                command.purpose(),
                "",
                SchemaStep.Execution.CONCURRENTLY,
                List.of(command.statement()),
                List.of(),
                List.of());
        commands.put(schemaStep, command);
        return schemaStep;
    }

    @Override
    public String script(List<TableSchemaReport> reports) {
        String place = SchemaTargets.place(source, connections.settings().displayUri());
        StringBuilder script = new StringBuilder("// Signalbox: what is missing in " + place + "\n");
        List<SchemaStep> schemaSteps = SchemaScript.steps(reports);
        if (schemaSteps.isEmpty()) {
            return script.append("// Nothing.\n").toString();
        }
        script.append("use ").append(connections.settings().database()).append('\n');
        for (SchemaStep schemaStep : schemaSteps) {
            script.append("\n// ")
                    .append(schemaStep.title())
                    .append(": ")
                    .append(schemaStep.purpose())
                    .append(".\n");
            schemaStep
                    .statements()
                    .forEach(statement -> script.append(statement).append(";\n"));
        }
        return script.toString();
    }

    @Override
    public List<String> install(List<SchemaStep> schemaSteps, Consumer<String> progress) throws SchemaException {
        try {
            return new MongoSchemaInstaller(connections.settings(), progress)
                    .run(schemaSteps.stream()
                            .map(schemaStep -> Objects.requireNonNull(commands.get(schemaStep), schemaStep.title()))
                            .toList());
        } catch (MongoException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
