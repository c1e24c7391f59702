package dev.signalbox.runtime.database;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source's database, of any kind. */
public interface SourceDatabase extends AutoCloseable {
    /**
     * Connects to the database and decides how the nodes share the work.
     *
     * @throws CoordinationException if the database is unreachable
     */
    OpenDatabase open(SourceConfig.Coordination coordination, String node) throws CoordinationException;

    /**
     * The identities of these relays' tables, the same on all nodes even if they spell the tables differently.
     *
     * @throws CoordinationException if the database is unreachable
     */
    Map<RelayConfig, String> identities(List<RelayConfig> relays) throws CoordinationException;

    /**
     * The identities of these logs; only on PostgreSQL.
     *
     * @throws CoordinationException if the database is unreachable
     */
    default Map<LogConfig, LogIdentity> logIdentities(List<LogConfig> logs) throws CoordinationException {
        if (!logs.isEmpty()) {
            throw new IllegalStateException("the configuration allows logs only on PostgreSQL");
        }
        return Map.of();
    }

    /**
     * What prevents all logs from being followed although the database answers, and how to fix it; empty if nothing does.
     *
     * @throws CoordinationException if the database is unreachable
     */
    default Optional<String> missingForLogs() throws CoordinationException {
        return Optional.empty();
    }

    /**
     * A relay's table for reading only: creates nothing in the database, and needs no lease.
     *
     * @throws CoordinationException if the database is unreachable
     */
    OutboxAdmin readOnly(RelayConfig relay, String identity) throws CoordinationException;

    @Override
    void close();

    /** The database of a source. */
    static SourceDatabase of(SourceConfig source, String node, Clock clock) {
        return switch (source.kind()) {
            case POSTGRESQL -> new PostgresDatabase(source, node, clock);
            case MYSQL, MARIADB -> new MySqlDatabase(source, node);
            case MONGODB -> new MongoDatabase(source, node);
        };
    }
}
