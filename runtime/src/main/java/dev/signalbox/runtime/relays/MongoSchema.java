package dev.signalbox.runtime.relays;

import com.mongodb.MongoException;
import dev.signalbox.jdbc.schema.SchemaReport;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.schema.SchemaCheck;
import dev.signalbox.mongodb.schema.SchemaInstaller;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** What the collections on a MongoDB database have and lack. */
final class MongoSchema implements SourceSchema {
    private static final int CONNECTIONS = 2;

    private final SourceConfig source;
    private final List<SchemaCheck.Target> targets;
    private final MongoConnections connections;
    /** What the steps stand for that were told. */
    private final Map<Step, dev.signalbox.mongodb.schema.Step> commands = new HashMap<>();

    private MongoSchema(SourceConfig source, List<SchemaCheck.Target> targets, MongoConnections connections) {
        this.source = source;
        this.targets = targets;
        this.connections = connections;
    }

    static MongoSchema open(SourceConfig source, List<RelayConfig> relays) throws SchemaException {
        List<SchemaCheck.Target> targets = relays.stream()
                .map(relay -> new SchemaCheck.Target(relay.name(), MongoTranslation.collection(relay)))
                .toList();
        try {
            return new MongoSchema(
                    source,
                    targets,
                    MongoConnections.open(MongoTranslation.database(source).withPoolSize(CONNECTIONS), "schema"));
        } catch (MongoException e) {
            throw new SchemaException(e);
        }
    }

    @Override
    public List<SchemaReport> look() throws SchemaException {
        try {
            return SchemaCheck.of(connections, targets).stream()
                    .map(this::report)
                    .toList();
        } catch (MongoException e) {
            throw new SchemaException(e);
        }
    }

    private SchemaReport report(dev.signalbox.mongodb.schema.SchemaReport report) {
        return new SchemaReport(
                report.relay(),
                report.collection(),
                report.findings(),
                report.steps().stream().map(this::step).toList());
    }

    private Step step(dev.signalbox.mongodb.schema.Step command) {
        Step step = new Step(
                command.title(),
                command.purpose(),
                "",
                Step.Manner.CONCURRENTLY,
                List.of(command.statement()),
                List.of(),
                List.of());
        commands.put(step, command);
        return step;
    }

    @Override
    public String script(List<SchemaReport> reports) {
        String place = SchemaTargets.place(source, connections.settings().displayUri());
        StringBuilder script = new StringBuilder("// Signalbox: what is missing in " + place + "\n");
        List<Step> steps = SchemaScript.steps(reports);
        if (steps.isEmpty()) {
            return script.append("// Nothing.\n").toString();
        }
        script.append("use ").append(connections.settings().database()).append('\n');
        for (Step step : steps) {
            script.append("\n// ")
                    .append(step.title())
                    .append(": ")
                    .append(step.purpose())
                    .append(".\n");
            step.statements().forEach(statement -> script.append(statement).append(";\n"));
        }
        return script.toString();
    }

    @Override
    public List<String> install(List<Step> steps, Consumer<String> progress) throws SchemaException {
        try {
            return new SchemaInstaller(connections.settings(), progress)
                    .run(steps.stream()
                            .map(step -> Objects.requireNonNull(commands.get(step), step.title()))
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
