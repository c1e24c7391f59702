package dev.signalbox.runtime.database;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.lease.ForeignLocks.ForeignLock;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** A database that has been reached, with the coordination of its nodes decided. */
public interface OpenDatabase {
    Coordinator coordinator();

    RelaySharing sharing();

    /** The session that is no node, and holds the lock without which this relay can't be delivered. */
    default Optional<ForeignLock> foreignLock(String identity) {
        return Optional.empty();
    }

    /** Whether the side schema exists, with its leases, claims and operators' decisions. */
    boolean hasTablesOfOurOwn();

    /** A relay's table for its dispatcher. Logs the problems of the table. */
    ClaimSource source(RelayConfig relay, String identity);

    /** A relay's table for its admin. */
    OutboxAdmin outboxAdmin(RelayConfig relay, String identity);

    RelayControl register(String identity);

    /** The delivery ledger of a relay with several clusters; not on MongoDB. */
    default DeliveryLedger ledger(String identity) {
        throw new IllegalStateException("the configuration allows routes only on SQL databases");
    }

    /** The cluster backlog that these follow-up relays deliver. */
    default ClusterBacklog clusterBacklog(Collection<RelayConfig> followUps) {
        throw new IllegalStateException("the configuration allows routes only on SQL databases");
    }

    /**
     * A log, for all feeds of this node; only on PostgreSQL.
     *
     * @param name the name of the log on all nodes
     */
    default PostgresLog log(LogConfig config, String name) throws CoordinationException {
        throw new IllegalStateException("the configuration allows logs only on PostgreSQL");
    }

    /**
     * Wakes relays when their tables have new rows, if the database supports it.
     *
     * @param targets by the identity of the table
     * @return ends the subscription when closed
     */
    WakeUpSubscription listen(Map<String, WakeUpTarget> targets);

    /** Wakes the other nodes after an operator released messages: they may own them, and no trigger fires. */
    void notifyOtherNodes(String identity);

    /** A subscription that listens until it is closed. */
    interface WakeUpSubscription extends AutoCloseable {
        @Override
        void close();
    }
}
