package dev.signalbox.runtime.database;

import com.mongodb.MongoException;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.mongodb.CollectionName;
import dev.signalbox.mongodb.MongoClaimSource;
import dev.signalbox.mongodb.MongoConnections;
import dev.signalbox.mongodb.MongoCoordinator;
import dev.signalbox.mongodb.MongoOutboxAdmin;
import dev.signalbox.mongodb.MongoRelayControl;
import dev.signalbox.mongodb.MongoSchemaCheck;
import dev.signalbox.mongodb.MongoSettings;
import dev.signalbox.mongodb.MongoSettings.MongoTimeLimits;
import dev.signalbox.mongodb.MongoWakeUpListener;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** MongoDB: collections whose documents carry their state, and change streams if the server supports them. */
public final class MongoDatabase implements SourceDatabase {
    private static final System.Logger LOG = System.getLogger(MongoDatabase.class.getName());

    private final SourceConfig source;
    private final String node;
    private @Nullable MongoConnections connections;
    private boolean closed;

    MongoDatabase(SourceConfig source, String node) {
        this.source = source;
        this.node = node;
    }

    /** The connection settings of a source. */
    public static MongoSettings settings(SourceConfig source) {
        return new MongoSettings(
                source.url(),
                // The configuration is refused if neither a setting nor the URL names the database.
                source.database().orElseThrow(),
                source.username().orElse(null),
                source.password().map(Secret::value).orElse(""),
                source.poolSize(),
                MongoTimeLimits.of(source.connectTimeout(), source.statementTimeout()));
    }

    public static CollectionName collection(RelayConfig relay) {
        return new CollectionName(relay.outbox().table().toString());
    }

    /** All nodes use the same database, in which a collection has one name. */
    @Override
    public Map<RelayConfig, String> identities(List<RelayConfig> relays) {
        Map<RelayConfig, String> identities = new LinkedHashMap<>();
        relays.forEach(relay -> identities.put(relay, collection(relay).value()));
        return identities;
    }

    @Override
    public OpenDatabase open(SourceConfig.Coordination coordination, String name) throws CoordinationException {
        MongoConnections opened = connections();
        RelaySharing sharing = coordination.sharing();
        return new OpenMongoDatabase(source.name(), opened, MongoCoordinator.open(opened, name, sharing), sharing);
    }

    @Override
    public OutboxAdmin readOnly(RelayConfig relay, String identity) throws CoordinationException {
        return new MongoOutboxAdmin(
                collection(relay), connections(), relay.outbox().settings());
    }

    /** Connects late, because connecting may need a DNS lookup, which may not work yet. */
    private synchronized MongoConnections connections() throws CoordinationException {
        if (closed) {
            throw new CoordinationException("the source is being stopped");
        }
        try {
            MongoConnections opened = connections == null ? MongoConnections.open(settings(source), node) : connections;
            connections = opened;
            return opened;
        } catch (MongoException e) {
            throw new CoordinationException(FailureText.of(e), e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connections != null) {
            connections.close();
        }
    }

    /** Logs the problems of a collection at the start; the schema command reports possible improvements. */
    private static void inspect(RelayConfig relay, MongoConnections connections) {
        try {
            var collectionTarget = new MongoSchemaCheck.CollectionTarget(relay.name(), collection(relay));
            MongoSchemaCheck.of(connections, List.of(collectionTarget)).forEach(report -> log(relay, report));
        } catch (MongoException e) {
            warn(relay, FailureText.of(e));
        }
    }

    private static void log(RelayConfig relay, MongoSchemaCheck.CollectionSchemaReport report) {
        report.findings().stream()
                .filter(finding -> finding.state() == InspectionFinding.State.WRONG)
                .forEach(finding -> warn(relay, finding.detail() + ": " + finding.purpose()));
        report.steps()
                .forEach(step -> warn(relay, step.purpose() + " (signalbox schema install: " + step.title() + ")"));
    }

    private static void warn(RelayConfig relay, String what) {
        LOG.log(Level.WARNING, "relay {0}: {1}", relay.name(), what);
    }

    private record OpenMongoDatabase(
            String source, MongoConnections opened, Coordinator coordinator, RelaySharing sharing)
            implements OpenDatabase {
        /** MongoDB creates a collection with its first document. */
        @Override
        public boolean hasTablesOfOurOwn() {
            return true;
        }

        @Override
        public ClaimSource source(RelayConfig relay, String identity) {
            inspect(relay, opened);
            return new MongoClaimSource(
                    collection(relay), opened, relay.outbox().settings());
        }

        @Override
        public OutboxAdmin outboxAdmin(RelayConfig relay, String identity) {
            return new MongoOutboxAdmin(
                    collection(relay), opened, relay.outbox().settings());
        }

        @Override
        public RelayControl register(String identity) {
            return new MongoRelayControl(opened, identity);
        }

        @Override
        public WakeUpSubscription listen(Map<String, WakeUpTarget> targets) {
            return MongoWakeUpListener.start(source, opened, targets)::close;
        }

        /** Change streams report messages that an operator released; without them, other nodes find them by polling. */
        @Override
        public void notifyOtherNodes(String identity) {}
    }
}
