package dev.signalbox.runtime.schema;

import dev.signalbox.jdbc.schema.MigrationScript;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.postgres.schema.LogSchemaTarget;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.EventOutboxTableFinder;
import dev.signalbox.runtime.database.PostgresTables;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables of the relays and logs, or of the event platform, in one database, for commands that inspect them without starting anything. */
public record SchemaTargets(SourceConfig source, List<RelayConfig> relays, List<LogConfig> logs, boolean ofPlatform) {
    /** The targets of the event platform, if it is enabled. */
    public static List<SchemaTargets> ofPlatform(ServerConfig config) {
        return config.platform().stream()
                .map(platform -> new SchemaTargets(platform.database(), List.of(), List.of(), true))
                .toList();
    }

    /** The targets of these relays and logs, one for each database. */
    public static List<SchemaTargets> of(ServerConfig config, List<RelayConfig> relays, List<LogConfig> logs) {
        return Stream.concat(
                        relays.stream().map(RelayConfig::source), logs.stream().map(LogConfig::source))
                .distinct()
                .map(source -> new SchemaTargets(
                        config.source(source),
                        relays.stream()
                                .filter(relay -> relay.source().equals(source))
                                .toList(),
                        logs.stream().filter(log -> log.source().equals(source)).toList(),
                        false))
                .toList();
    }

    /** Prepares the connection; an unreachable database may fail later, with the first query. */
    public SourceSchema open() throws SourceSchema.SchemaException {
        if (ofPlatform) {
            return PlatformTables.open(source);
        }
        return switch (source.kind()) {
            case POSTGRESQL -> SqlSchema.onPostgres(source, this::tables, this::logs);
            case MYSQL, MARIADB -> SqlSchema.onMySql(source, this::tables);
            case MONGODB -> MongoSchema.open(source, relays);
        };
    }

    /**
     * A script that creates everything that these targets need, made without a look at the database.
     *
     * @param role whom the rights are granted to; the user of the source if it is not given
     * @param part the only part of the script that is wanted
     * @throws IllegalArgumentException if there is no role, or a name cannot be one in the database
     */
    public String migration(Optional<String> role, Optional<MigrationScript.Part> part) {
        return Migrations.script(this, role, part);
    }

    /** The tables under the names of the configuration. */
    List<SchemaTarget> configuredTables() {
        return relays.stream().map(SchemaTargets::table).toList();
    }

    /** The logs under the names of the configuration. */
    List<LogSchemaTarget> configuredLogs() {
        return logs.stream()
                .map(log -> new LogSchemaTarget(
                        log.name(), log.table(), log.layout().isOwnLog()))
                .toList();
    }

    /** Whether a report is about a log; relays and logs never share a name. */
    public boolean isLog(String name) {
        return logs.stream().anyMatch(log -> log.name().equals(name));
    }

    private List<SchemaTarget> tables(EventOutboxTableFinder.TableLookup lookup) throws SQLException {
        List<SchemaTarget> tables = new ArrayList<>();
        for (RelayConfig relay : relays) {
            tables.add(table(EventOutboxTableFinder.found(relay, lookup)));
        }
        return tables;
    }

    private static SchemaTarget table(RelayConfig relay) {
        OutboxConfig outbox = relay.outbox();
        return outbox.preset().isOwnTable()
                ? new SchemaTarget.OwnTable(
                        relay.name(), outbox.table(), relay.followUpOf().isPresent())
                : new SchemaTarget.StatusTable(
                        relay.name(),
                        outbox.layout(),
                        outbox.settings().retention(),
                        outbox.settings().claimMode());
    }

    private List<LogSchemaTarget> logs(PostgresTables tables) throws SQLException {
        List<LogSchemaTarget> targets = new ArrayList<>();
        for (LogConfig log : logs) {
            targets.add(new LogSchemaTarget(
                    log.name(), tables.found(log).table(), log.layout().isOwnLog()));
        }
        return targets;
    }

    /** The name of a source in a script. */
    static String place(SourceConfig source, String url) {
        return "source " + source.name() + " (" + url + ")";
    }
}
