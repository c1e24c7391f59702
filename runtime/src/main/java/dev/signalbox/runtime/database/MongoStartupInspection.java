package dev.signalbox.runtime.database;

import com.mongodb.MongoException;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.schema.CollectionSchemaReport;
import dev.signalbox.mongodb.schema.MongoSchemaCheck;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.lang.System.Logger.Level;
import java.util.List;

/** Logs the problems of a collection at the start; the schema command reports possible improvements. */
final class MongoStartupInspection {
    private static final System.Logger LOG = System.getLogger(MongoStartupInspection.class.getName());

    private MongoStartupInspection() {}

    static void at(RelayConfig relay, MongoConnections connections) {
        try {
            var collectionTarget = new MongoSchemaCheck.CollectionTarget(relay.name(), MongoDatabase.collection(relay));
            MongoSchemaCheck.of(connections, List.of(collectionTarget)).forEach(report -> log(relay, report));
        } catch (MongoException e) {
            warn(relay, FailureText.of(e));
        }
    }

    private static void log(RelayConfig relay, CollectionSchemaReport report) {
        report.findings().stream()
                .filter(finding -> finding.state() == InspectionFinding.State.WRONG)
                .forEach(finding -> warn(relay, finding.detail() + ": " + finding.purpose()));
        report.steps()
                .forEach(step -> warn(relay, step.purpose() + " (signalbox schema install: " + step.title() + ")"));
    }

    private static void warn(RelayConfig relay, String what) {
        LOG.log(Level.WARNING, "relay {0}: {1}", relay.name(), what);
    }
}
