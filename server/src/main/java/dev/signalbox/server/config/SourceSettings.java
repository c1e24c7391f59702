package dev.signalbox.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of a source. */
final class SourceSettings {
    static final String PREFIX = "signalbox.sources.<name>";
    static final String COORDINATION_TEXT = "How several nodes share the work: with `shards` each has its part of every"
            + " table, with `leader` one works and the others stand by.";

    static final Setting<String> URL = Setting.required(
            PREFIX + ".url",
            Kinds.jdbcUrl(),
            "jdbc:postgresql://localhost:5432/shop",
            "The JDBC address of the database that holds the outbox tables.");
    static final Setting<Optional<String>> USERNAME =
            Setting.optional(PREFIX + ".username", Kinds.text(255), "The database user.");
    static final Setting<Optional<Secret>> PASSWORD =
            Setting.optional(PREFIX + ".password", Kinds.password(), "The password of the database user.");
    static final Setting<Integer> POOL_SIZE = Setting.of(
            PREFIX + ".pool-size",
            Kinds.wholeNumber(2, 200),
            "6",
            "How many connections the relays of this source share, besides the one that keeps the lease.");
    static final Setting<SourceConfig.Coordination> COORDINATION = Setting.of(
            PREFIX + ".coordination", Kinds.choice(SourceConfig.Coordination.class), "shards", COORDINATION_TEXT);
    static final Setting<Duration> LEASE_TTL = Setting.of(
            PREFIX + ".lease-ttl",
            Kinds.duration("500ms", "10m"),
            "2500ms",
            "How long a node that has gone silent keeps its work before another takes it over.");
    static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
            PREFIX + ".connect-timeout",
            Kinds.duration("250ms", "5m"),
            "10s",
            "The longest wait for a connection to the database.");
    static final Setting<Duration> STATEMENT_TIMEOUT = Setting.of(
            PREFIX + ".statement-timeout",
            Kinds.duration("250ms", "30m"),
            "10s",
            "The longest time that one statement may take.");

    static final List<Setting<?>> ALL =
            List.of(URL, USERNAME, PASSWORD, POOL_SIZE, COORDINATION, LEASE_TTL, CONNECT_TIMEOUT, STATEMENT_TIMEOUT);

    private SourceSettings() {}
}
