package dev.signalbox.benchmarks.database;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;

/** One node's access to a server: its connections, its coordination with other nodes, and its sources. */
public interface NodeDatabase extends AutoCloseable {
    CoordinationSetup coordination();

    /** The name of the table that all nodes share. */
    String identity();

    /** An outbox table whose rows contain their state. */
    ClaimSource outbox(OutboxLayout layout, OutboxSettings settings);

    /** Signalbox's own table. */
    ClaimSource ownTable(TableName table, OutboxSettings settings);

    /** An event log, followed by one publisher. */
    default ClaimSource log(LogOrdering ordering) {
        throw new UnsupportedOperationException("there is no event log in " + identity());
    }

    /** Wakes the relay on new rows, if the database sends notifications. */
    void wake(Relay relay);

    @Override
    void close();
}
