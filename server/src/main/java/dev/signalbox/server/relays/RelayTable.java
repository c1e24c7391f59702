package dev.signalbox.server.relays;

import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.operation.OwnTableDesk;
import dev.signalbox.postgres.operation.PostgresDesk;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.table.SignalboxTable;
import dev.signalbox.server.config.RelayConfig;

/** Opens a relay's table for its dispatcher and for operators, whichever layout it has. */
final class RelayTable {
    private static final System.Logger LOG = System.getLogger(RelayTable.class.getName());

    private RelayTable() {}

    static ClaimSource open(RelayConfig config, String identity, Fence fence, PostgresConnections connections) {
        var layout = Translation.layout(config.outbox());
        var settings = Translation.outbox(config);
        return switch (config.outbox().layout()) {
            case FLOWCATALYST -> {
                var outbox = new PostgresOutbox(layout, identity, fence, connections::borrow, settings);
                look(config, outbox::check);
                yield outbox;
            }
            case SIGNALBOX -> {
                var table = new SignalboxTable(layout.table(), identity, fence, connections::borrow, settings);
                look(config, table::check);
                yield table;
            }
        };
    }

    /** @param sideSchema whether claims and suspects are recorded */
    static OutboxDesk desk(RelayConfig config, String identity, boolean sideSchema, PostgresConnections connections) {
        var layout = Translation.layout(config.outbox());
        var settings = Translation.outbox(config);
        return switch (config.outbox().layout()) {
            case FLOWCATALYST -> PostgresDesk.of(layout, identity, sideSchema, connections::borrow, settings);
            case SIGNALBOX -> new OwnTableDesk(layout.table(), identity, sideSchema, connections::borrow, settings);
        };
    }

    /** How rows are kept from others: the own table knows only one way. */
    static Holding holding(RelayConfig config) {
        return switch (config.outbox().layout()) {
            case FLOWCATALYST -> Translation.holding(config.outbox());
            case SIGNALBOX -> Holding.OWN;
        };
    }

    private interface Look {
        Object at() throws SourceException;
    }

    /** Says at the start what is wrong with a table; a relay that cannot work goes on trying, and others are not stopped. */
    private static void look(RelayConfig config, Look look) {
        try {
            look.at();
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.WARNING, "relay {0}: {1}", config.name(), Reasons.of(e));
        }
    }
}
