package dev.signalbox.mongodb.schema;

import com.mongodb.MongoException;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.connection.MongoSettings;
import dev.signalbox.mongodb.connection.MongoTimeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Adds to a database what it lacks. Can be run again at any time. */
public final class MongoSchemaInstaller {
    /** Building an index makes nobody wait, and may take long. */
    private static final Duration MAX_STATEMENT_TIME = Duration.ofMinutes(59);

    private final MongoSettings settings;
    private final Consumer<String> progress;

    /** @param progress told what is being done, a line at a time */
    public MongoSchemaInstaller(MongoSettings settings, Consumer<String> progress) {
        MongoTimeLimits usual = settings.limits();
        this.settings = settings.withLimits(
                new MongoTimeLimits(usual.connect(), usual.select(), MAX_STATEMENT_TIME.plusMinutes(1), MAX_STATEMENT_TIME, usual.lease()));
        this.progress = progress;
    }

    /**
     * Carries out all steps that can be done.
     *
     * @return why others could not be, in words; empty if all is done
     */
    public List<String> run(List<MongoSchemaStep> mongoSchemaSteps) {
        List<String> failures = new ArrayList<>();
        try (MongoConnections patient = MongoConnections.open(settings, "schema")) {
            mongoSchemaSteps.forEach(mongoSchemaStep -> run(patient, mongoSchemaStep, failures));
        }
        return failures;
    }

    private void run(MongoConnections connections, MongoSchemaStep mongoSchemaStep, List<String> failures) {
        progress.accept(mongoSchemaStep.title());
        try {
            connections.database().runCommand(mongoSchemaStep.command(), BsonDocument.class);
            progress.accept("  done");
        } catch (MongoException e) {
            failures.add("could not %s: %s".formatted(mongoSchemaStep.title(), e.getMessage()));
        }
    }
}
