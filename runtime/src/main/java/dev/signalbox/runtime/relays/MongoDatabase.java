package dev.signalbox.runtime.relays;

import com.mongodb.MongoException;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.core.relay.Sleeper;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.lease.MongoCoordinator;
import dev.signalbox.mongodb.notify.WakeUpListener;
import dev.signalbox.mongodb.operation.MongoDesk;
import dev.signalbox.mongodb.operation.MongoRegister;
import dev.signalbox.mongodb.outbox.MongoOutbox;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** MongoDB: collections whose documents carry their state, and change streams where the server has them. */
final class MongoDatabase implements SourceDatabase {
    private final SourceConfig source;
    private final String node;
    private @Nullable MongoConnections connections;
    private boolean closed;

    MongoDatabase(SourceConfig source, String node) {
        this.source = source;
        this.node = node;
    }

    /** All nodes use the same database, in which a collection has one name. */
    @Override
    public Map<RelayConfig, String> identities(List<RelayConfig> relays) {
        Map<RelayConfig, String> identities = new LinkedHashMap<>();
        relays.forEach(relay ->
                identities.put(relay, MongoTranslation.collection(relay).value()));
        return identities;
    }

    @Override
    public OpenDatabase open(SourceConfig.Coordination coordination, String name) throws CoordinationException {
        MongoConnections opened = connections();
        Sharing sharing = switch (coordination) {
            case SHARDS -> Sharing.SPREAD;
            case LEADER -> Sharing.WHOLE;
        };
        return new Open(opened, MongoCoordinator.open(opened, name, sharing), sharing);
    }

    /** Opened late, because for that the name service may have to be asked, which may not answer yet. */
    private synchronized MongoConnections connections() throws CoordinationException {
        if (closed) {
            throw new CoordinationException("the source is being stopped");
        }
        try {
            MongoConnections opened =
                    connections == null ? MongoConnections.open(MongoTranslation.database(source), node) : connections;
            connections = opened;
            return opened;
        } catch (MongoException e) {
            throw new CoordinationException(Reasons.of(e), e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connections != null) {
            connections.close();
        }
    }

    private final class Open implements OpenDatabase {
        private final MongoConnections opened;
        private final Coordinator coordinator;
        private final Sharing sharing;

        Open(MongoConnections opened, Coordinator coordinator, Sharing sharing) {
            this.opened = opened;
            this.coordinator = coordinator;
            this.sharing = sharing;
        }

        @Override
        public Coordinator coordinator() {
            return coordinator;
        }

        @Override
        public Sharing sharing() {
            return sharing;
        }

        /** Collections come into being with their first document. */
        @Override
        public boolean hasTablesOfOurOwn() {
            return true;
        }

        @Override
        public ClaimSource source(RelayConfig relay, String identity) {
            MongoFirstLook.at(relay, opened);
            return new MongoOutbox(MongoTranslation.collection(relay), opened, MongoTranslation.outbox(relay));
        }

        @Override
        public OutboxDesk desk(RelayConfig relay, String identity) {
            return new MongoDesk(MongoTranslation.collection(relay), opened, MongoTranslation.outbox(relay));
        }

        @Override
        public RelayRegister register(String identity) {
            return new MongoRegister(opened, identity);
        }

        @Override
        public Listening listen(Map<String, Sleeper> sleepers) {
            return WakeUpListener.start(source.name(), opened, sleepers)::close;
        }

        /** Change streams see what an operator has freed, and where there are none, other nodes find it by polling. */
        @Override
        public void tellOthers(String identity) {}
    }
}
