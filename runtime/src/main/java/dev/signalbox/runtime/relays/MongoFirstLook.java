package dev.signalbox.runtime.relays;

import com.mongodb.MongoException;
import dev.signalbox.core.operation.Finding;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.schema.SchemaCheck;
import dev.signalbox.mongodb.schema.SchemaReport;
import dev.signalbox.runtime.config.RelayConfig;
import java.util.List;

/** Says at the start what is wrong with a collection; what only could be better is for the schema command. */
final class MongoFirstLook {
    private static final System.Logger LOG = System.getLogger(MongoFirstLook.class.getName());

    private MongoFirstLook() {}

    static void at(RelayConfig relay, MongoConnections connections) {
        try {
            var target = new SchemaCheck.Target(relay.name(), MongoTranslation.collection(relay));
            SchemaCheck.of(connections, List.of(target)).forEach(report -> tell(relay, report));
        } catch (MongoException e) {
            warn(relay, Reasons.of(e));
        }
    }

    private static void tell(RelayConfig relay, SchemaReport report) {
        report.findings().stream()
                .filter(finding -> finding.state() == Finding.State.WRONG)
                .forEach(finding -> warn(relay, finding.detail() + ": " + finding.purpose()));
        report.steps()
                .forEach(step -> warn(relay, step.purpose() + " (signalbox schema install: " + step.title() + ")"));
    }

    private static void warn(RelayConfig relay, String what) {
        LOG.log(System.Logger.Level.WARNING, "relay {0}: {1}", relay.name(), what);
    }
}
