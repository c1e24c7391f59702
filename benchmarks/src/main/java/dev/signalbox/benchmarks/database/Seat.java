package dev.signalbox.benchmarks.database;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import java.util.List;

/** What one node has of a server: connections of its own, how it shares a table with other nodes, and its source. */
public interface Seat extends AutoCloseable {
    CoordinationSetup coordination();

    /** What the table is called by every node. */
    String identity();

    /** A table whose rows carry their state. */
    ClaimSource outbox(OutboxLayout layout, OutboxSettings settings);

    /** Signalbox's own table. */
    ClaimSource ownTable(TableName table, OutboxSettings settings);

    /**
     * An event log, read once for all of these publishers, each of which has a shard of its own, from 0 on.
     *
     * @throws UnsupportedOperationException if logs in this database cannot be followed
     */
    default List<ClaimSource> publishers(LogOrdering ordering, int count) {
        throw new UnsupportedOperationException("there is no event log in " + identity());
    }

    /**
     * Which clusters have a message that others lack.
     *
     * @throws UnsupportedOperationException if that is not measured on this database
     */
    default DeliveryLedger ledger() {
        throw new UnsupportedOperationException("there are no routes in " + identity());
    }

    /** Has the relay woken up by new rows from now on, where the database can tell of them. */
    void wake(Relay relay);

    /** Gives up the connections. */
    @Override
    void close();
}
