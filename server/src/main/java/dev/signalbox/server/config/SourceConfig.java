package dev.signalbox.server.config;

import java.time.Duration;
import java.util.Optional;

/** A database that holds outbox tables. */
public record SourceConfig(
        String name,
        String url,
        Optional<String> username,
        Optional<Secret> password,
        int poolSize,
        Coordination coordination,
        Duration leaseTtl,
        Duration connectTimeout,
        Duration statementTimeout) {

    /** How several nodes share the work. */
    public enum Coordination {
        /** Each node has its share of every table. */
        SHARDS,
        /** One node works, the others stand by. */
        LEADER
    }
}
