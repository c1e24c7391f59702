package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.RelayConfig;
import java.util.Collection;
import java.util.Map;

/** A database that has been reached, and in which it is settled how nodes share the work. */
interface OpenDatabase {
    Coordinator coordinator();

    RelaySharing sharing();

    /** Whether there are tables of our own, for leases, claims and what operators decide. */
    boolean hasTablesOfOurOwn();

    /** A relay's table for its dispatcher. Says in the log what is wrong with it. */
    ClaimSource source(RelayConfig relay, String identity);

    /** A relay's table for operators. */
    OutboxAdmin outboxAdmin(RelayConfig relay, String identity);

    RelayControl register(String identity);

    /** What is known of messages that go to several clusters; not on MongoDB. */
    default DeliveryLedger ledger(String identity) {
        throw new IllegalStateException("the configuration allows routes only on SQL databases");
    }

    /** What clusters are to have later, by the relays that deliver it to them. */
    default ClusterBacklog clusterBacklog(Collection<RelayConfig> followUps) {
        throw new IllegalStateException("the configuration allows routes only on SQL databases");
    }

    /**
     * A log, for all pairs of this node; only on PostgreSQL.
     *
     * @param name what it is called by all nodes
     */
    default PostgresLog log(LogConfig config, String name) throws CoordinationException {
        throw new IllegalStateException("the configuration allows logs only on PostgreSQL");
    }

    /**
     * Has relays woken when their tables have new rows, where the database can do that.
     *
     * @param wakeUpTargets by the identity of the table
     * @return ends it
     */
    WakeUpSubscription listen(Map<String, WakeUpTarget> wakeUpTargets);

    /** Messages that an operator has freed may be another node's, and no trigger has seen it. */
    void notifyOtherNodes(String identity);

    /** Something that listens until it is closed. */
    interface WakeUpSubscription extends AutoCloseable {
        @Override
        void close();
    }
}
