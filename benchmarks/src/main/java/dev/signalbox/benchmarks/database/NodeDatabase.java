package dev.signalbox.benchmarks.database;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** One node's access to a server: its connections, its coordination with other nodes, and its sources. */
public record NodeDatabase(
        OpenResources connections,
        CoordinationSetup coordination,
        String identity,
        BiFunction<OutboxLayout, OutboxSettings, ClaimSource> outbox,
        BiFunction<TableName, OutboxSettings, ClaimSource> ownTable,
        Function<LogOrdering, ClaimSource> log,
        Consumer<Relay> wake)
        implements AutoCloseable {
    @Override
    public void close() {
        try {
            connections.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
