package dev.signalbox.mongodb.schema;

import com.mongodb.MongoException;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.connection.MongoSettings;
import dev.signalbox.mongodb.connection.MongoTimeLimits;
import dev.signalbox.mongodb.schema.MongoSchemaCheck.MongoSchemaStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Adds what a database lacks; can be repeated at any time. */
public final class MongoSchemaInstaller {
    /** Building an index blocks no writer, and may take long. */
    private static final Duration MAX_STATEMENT_TIME = Duration.ofMinutes(59);

    private final MongoSettings settings;
    private final Consumer<String> progress;

    /** @param progress receives one line for each step */
    public MongoSchemaInstaller(MongoSettings settings, Consumer<String> progress) {
        MongoTimeLimits usual = settings.limits();
        this.settings = settings.withLimits(new MongoTimeLimits(
                usual.connect(), usual.select(), MAX_STATEMENT_TIME.plusMinutes(1), MAX_STATEMENT_TIME, usual.lease()));
        this.progress = progress;
    }

    /** Runs all steps that can be run. Returns why the others failed; empty if all steps are done. */
    public List<String> run(List<MongoSchemaStep> steps) {
        List<String> failures = new ArrayList<>();
        try (MongoConnections patient = MongoConnections.open(settings, "schema")) {
            steps.forEach(step -> run(patient, step, failures));
        }
        return failures;
    }

    private void run(MongoConnections connections, MongoSchemaStep step, List<String> failures) {
        progress.accept(step.title());
        try {
            connections.database().runCommand(step.command(), BsonDocument.class);
            progress.accept("  done");
        } catch (MongoException e) {
            failures.add("could not %s: %s".formatted(step.title(), e.getMessage()));
        }
    }
}
