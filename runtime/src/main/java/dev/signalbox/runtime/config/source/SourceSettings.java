package dev.signalbox.runtime.config.source;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of a source. */
public final class SourceSettings {
    public static final String PREFIX = "signalbox.sources.<name>";
    public static final String COORDINATION_TEXT =
            "How several nodes share the work: with `shards` each has its part of every"
                    + " table, with `leader` one works and the others stand by.";

    public static final Setting<String> URL = Setting.required(
            PREFIX + ".url",
            DatabaseUrls.kind(),
            "jdbc:postgresql://localhost:5432/shop",
            "The address of the database that holds the outbox tables; it says which kind of database it is.");
    public static final Setting<Optional<String>> USERNAME = Setting.optional(
            PREFIX + ".username",
            ValueTypes.text(255),
            "The database user, unless the URL names one; on PostgreSQL the user of the operating system, if neither does.");
    static final Setting<Optional<String>> DATABASE = Setting.optional(
                    PREFIX + ".database",
                    ValueTypes.text(63),
                    "The database on a MongoDB server; elsewhere the URL names it.")
            .orElse("the URL's");
    public static final Setting<Optional<Secret>> PASSWORD =
            Setting.optional(PREFIX + ".password", ValueTypes.password(), "The password of the database user.");
    public static final Setting<Integer> POOL_SIZE = Setting.of(
            PREFIX + ".pool-size",
            ValueTypes.wholeNumber(2, 200),
            "6",
            "How many connections the relays of this source share, besides the one that keeps the lease.");
    public static final Setting<SourceConfig.Coordination> COORDINATION = Setting.of(
            PREFIX + ".coordination", ValueTypes.choice(SourceConfig.Coordination.class), "shards", COORDINATION_TEXT);
    public static final Setting<Duration> LEASE_TTL = Setting.of(
            PREFIX + ".lease-ttl",
            ValueTypes.duration("500ms", "10m"),
            "2500ms",
            "How long a node that has gone silent keeps its work before another takes it over.");
    public static final Setting<SourceConfig.WakeUp> WAKE_UP = Setting.of(
            PREFIX + ".wake-up",
            ValueTypes.choice(SourceConfig.WakeUp.class),
            "auto",
            "How new messages are found. `auto`: the database tells of them where it can (PostgreSQL by the trigger that `signalbox schema install` adds, MongoDB by change streams on a replica set); where it can't, as on MySQL and MariaDB, it is asked after 1 ms, 2 ms, 4 ms and so on up to `poll.interval`. `off`: it is asked every `poll.interval`.");
    public static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
            PREFIX + ".connect-timeout",
            ValueTypes.duration("250ms", "5m"),
            "10s",
            "The longest wait for a connection to the database.");
    public static final Setting<Duration> STATEMENT_TIMEOUT = Setting.of(
            PREFIX + ".statement-timeout",
            ValueTypes.duration("250ms", "30m"),
            "10s",
            "The longest time that one statement may take.");

    static final Setting<Duration> INITIAL_DELAY = Setting.of(
            PREFIX + ".initial-delay",
            ValueTypes.duration("0s", "1h"),
            "0s",
            "So long after the start the database is left alone, for whatever else starts at the same time.");

    public static final List<Setting<?>> ALL = List.of(
            URL,
            USERNAME,
            PASSWORD,
            DATABASE,
            POOL_SIZE,
            COORDINATION,
            LEASE_TTL,
            WAKE_UP,
            CONNECT_TIMEOUT,
            STATEMENT_TIMEOUT,
            INITIAL_DELAY);

    private SourceSettings() {}
}
