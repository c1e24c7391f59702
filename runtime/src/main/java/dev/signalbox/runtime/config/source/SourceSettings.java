package dev.signalbox.runtime.config.source;

import dev.signalbox.runtime.config.source.SourceConfig.Coordination;
import dev.signalbox.runtime.config.source.SourceConfig.WakeUp;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a source. */
public final class SourceSettings {
    public static final String PREFIX = "signalbox.sources.<name>";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);
    public static final String COORDINATION_TEXT =
            "How several nodes share the work: with `shards` each has its part of every"
                    + " table, with `leader` one works and the others stand by.";

    public static final Setting<String> URL = GROUP.required(
                    "url", DatabaseUrls.kind(), "jdbc:postgresql://localhost:5432/shop")
            .means("The address of the database with the outbox tables; it determines the kind of database.");
    public static final Setting<Optional<String>> USERNAME = GROUP.optional("username", ValueTypes.text(255))
            .means(
                    "The database user, unless the URL names one; on PostgreSQL the user of the operating system, if neither does.");
    public static final Setting<Optional<Secret>> PASSWORD =
            GROUP.optional("password", ValueTypes.password()).means("The password of the database user.");
    static final Setting<Optional<String>> DATABASE = GROUP.optional("database", ValueTypes.text(63))
            .orElse("the URL's")
            .means("The database on a MongoDB server; elsewhere the URL names it.");
    public static final Setting<Integer> POOL_SIZE = GROUP.number("pool-size", 2, 200, "6")
            .means("How many connections the relays of this source share, in addition to the one for the lease.");
    public static final Setting<Coordination> COORDINATION =
            GROUP.choice("coordination", Coordination.class, "shards").means(COORDINATION_TEXT);
    public static final Setting<Duration> LEASE_TTL = GROUP.duration("lease-ttl", "500ms", "10m", "2500ms")
            .means("How long a node may be silent before another takes over its work.");
    public static final Setting<WakeUp> WAKE_UP = GROUP.choice("wake-up", WakeUp.class, "auto")
            .means(
                    "How new messages are found. `auto`: the database sends wake-ups if it can (PostgreSQL by the trigger that `signalbox schema install` adds, MongoDB by change streams on a replica set); otherwise, as on MySQL and MariaDB, Signalbox polls after 1 ms, 2 ms, 4 ms and so on up to `poll.interval`. `off`: it polls every `poll.interval`.");
    public static final Setting<Duration> CONNECT_TIMEOUT = GROUP.duration("connect-timeout", "250ms", "5m", "10s")
            .means("The longest wait for a connection to the database.");
    public static final Setting<Duration> STATEMENT_TIMEOUT =
            GROUP.duration("statement-timeout", "250ms", "30m", "10s").means("The longest time for one statement.");
    static final Setting<Duration> INITIAL_DELAY = GROUP.duration("initial-delay", "0s", "1h", "0s")
            .means(
                    "How long after the start Signalbox first uses the database, so that other programs can start first.");

    public static final Setting<Boolean> ALLOW_INSECURE = GROUP.flag("allow-insecure", "false")
            .means(
                    "Whether the password may be sent to another host without TLS that verifies the server; each start then warns.");

    public static final List<Setting<?>> ALL = GROUP.all();

    private SourceSettings() {}

    public static Map<String, SourceConfig> sources(SettingValues values) {
        Map<String, SourceConfig> sources = new LinkedHashMap<>();
        values.names(PREFIX).forEach(name -> sources.put(name, source(values, name)));
        return sources;
    }

    private static SourceConfig source(SettingValues values, String name) {
        String url = values.read(URL, name);
        return new SourceConfig(
                name,
                url,
                user(url, values.read(USERNAME, name)),
                password(url, values.read(PASSWORD, name)),
                database(url, values.read(DATABASE, name), Optional.empty()),
                values.read(POOL_SIZE, name),
                values.read(COORDINATION, name),
                values.read(LEASE_TTL, name),
                values.read(WAKE_UP, name),
                values.read(CONNECT_TIMEOUT, name),
                values.read(STATEMENT_TIMEOUT, name),
                values.read(INITIAL_DELAY, name));
    }

    /** A source whose other settings have their defaults. */
    public static SourceConfig usual(
            String name,
            String url,
            Optional<String> username,
            Optional<Secret> password,
            Optional<String> database,
            Coordination coordination,
            Duration initialDelay) {
        return new SourceConfig(
                name,
                url,
                user(url, username),
                password(url, password),
                database,
                POOL_SIZE.defaultValue(),
                coordination,
                LEASE_TTL.defaultValue(),
                WAKE_UP.defaultValue(),
                CONNECT_TIMEOUT.defaultValue(),
                STATEMENT_TIMEOUT.defaultValue(),
                initialDelay);
    }

    /** On MongoDB the configured database, else the one that the URL names, else the usual one. */
    public static Optional<String> database(String url, Optional<String> configured, Optional<String> usual) {
        return DatabaseKind.of(url).equals(Optional.of(DatabaseKind.MONGODB))
                ? configured.or(() -> DatabaseUrls.mongoDatabase(url)).or(() -> usual)
                : Optional.empty();
    }

    /** MySQL's drivers always get the user as a property, so a user in the URL is read from there. */
    private static Optional<String> user(String url, Optional<String> given) {
        return isMySql(url) ? given.or(() -> DatabaseUrls.user(url)) : given;
    }

    private static Optional<Secret> password(String url, Optional<Secret> given) {
        return isMySql(url) ? given.or(() -> DatabaseUrls.password(url).map(Secret::new)) : given;
    }

    private static boolean isMySql(String url) {
        return DatabaseKind.of(url).map(DatabaseKind::isMySql).orElse(false);
    }
}
