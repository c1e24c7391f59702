package dev.signalbox.server.relays;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.server.config.RelayConfig;
import dev.signalbox.server.config.ServerConfig;
import dev.signalbox.server.config.SourceConfig;
import java.util.List;

/** The tables of the relays in one database, for commands that look at them without running the relays. */
public record SchemaTargets(SourceConfig source, List<RelayConfig> relays) {
    /** What these relays of a configuration work on, database by database. */
    public static List<SchemaTargets> of(ServerConfig config, List<RelayConfig> relays) {
        return relays.stream()
                .map(RelayConfig::source)
                .distinct()
                .map(source -> new SchemaTargets(
                        config.source(source),
                        relays.stream()
                                .filter(relay -> relay.source().equals(source))
                                .toList()))
                .toList();
    }

    /** Goes to the database, which may turn out not to be there when it is asked. */
    public SourceSchema open() throws SourceSchema.SchemaException {
        return switch (source.kind()) {
            case POSTGRESQL -> SqlSchema.onPostgres(source, tables());
            case MYSQL, MARIADB -> SqlSchema.onMySql(source, tables());
            case MONGODB -> MongoSchema.open(source, relays);
        };
    }

    private List<SchemaTarget> tables() {
        return relays.stream().map(SchemaTargets::table).toList();
    }

    private static SchemaTarget table(RelayConfig relay) {
        OutboxLayout layout = Translation.layout(relay.outbox());
        return switch (relay.outbox().layout()) {
            case FLOWCATALYST ->
                new SchemaTarget.StatusTable(
                        relay.name(), layout, Translation.outbox(relay).retention());
            case SIGNALBOX -> new SchemaTarget.OwnTable(relay.name(), layout.table());
        };
    }

    /** How a source is called in a script. */
    static String place(SourceConfig source, String url) {
        return "source " + source.name() + " (" + url + ")";
    }
}
