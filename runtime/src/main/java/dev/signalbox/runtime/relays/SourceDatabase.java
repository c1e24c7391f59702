package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source's database, whichever it is. */
interface SourceDatabase extends AutoCloseable {
    /**
     * Reaches the database and agrees with other nodes on how to share the work.
     *
     * @throws CoordinationException if it can't be reached now
     */
    OpenDatabase open(SourceConfig.Coordination coordination, String node) throws CoordinationException;

    /**
     * What the tables of these relays are called by all nodes, however each of them spells it.
     *
     * @throws CoordinationException if the database can't be reached now
     */
    Map<RelayConfig, String> identities(List<RelayConfig> relays) throws CoordinationException;

    /**
     * The same for logs, which only PostgreSQL has.
     *
     * @throws CoordinationException if the database can't be reached now
     */
    default Map<LogConfig, LogIdentity> logIdentities(List<LogConfig> logs) throws CoordinationException {
        if (!logs.isEmpty()) {
            throw new IllegalStateException("the configuration allows logs only on PostgreSQL");
        }
        return Map.of();
    }

    /**
     * What keeps all logs from being followed although the database answers, and what to do about it; empty if nothing does.
     *
     * @throws CoordinationException if the database can't be reached now
     */
    default Optional<String> missingForLogs() throws CoordinationException {
        return Optional.empty();
    }

    /**
     * A relay's table for reading alone: nothing is created in the database, and no lease is needed.
     *
     * @throws CoordinationException if the database can't be reached now
     */
    OutboxAdmin readOnly(RelayConfig relay, String identity) throws CoordinationException;

    @Override
    void close();

    /** The database that a source is configured with. */
    static SourceDatabase of(SourceConfig source, String node, Clock clock) {
        return switch (source.kind()) {
            case POSTGRESQL -> new PostgresDatabase(source, node, clock);
            case MYSQL, MARIADB -> new MySqlDatabase(source, node);
            case MONGODB -> new MongoDatabase(source, node);
        };
    }
}
