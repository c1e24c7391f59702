package dev.signalbox.server.relays;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.server.config.RelayConfig;
import dev.signalbox.server.config.ServerConfig;
import java.util.List;

/** The tables of the relays in one database, for commands that look at them without running the relays. */
public record SchemaTargets(String source, PostgresSettings database, List<SchemaTarget> targets) {
    /** What these relays of a configuration work on, database by database. */
    public static List<SchemaTargets> of(ServerConfig config, List<RelayConfig> relays) {
        return relays.stream()
                .map(RelayConfig::source)
                .distinct()
                .map(source -> new SchemaTargets(
                        source,
                        Translation.database(config.source(source)),
                        relays.stream()
                                .filter(relay -> relay.source().equals(source))
                                .map(SchemaTargets::target)
                                .toList()))
                .toList();
    }

    private static SchemaTarget target(RelayConfig relay) {
        OutboxLayout layout = Translation.layout(relay.outbox());
        return switch (relay.outbox().layout()) {
            case FLOWCATALYST ->
                new SchemaTarget.StatusTable(
                        relay.name(), layout, Translation.outbox(relay).retention());
            case SIGNALBOX -> new SchemaTarget.OwnTable(relay.name(), layout.table());
        };
    }
}
