package dev.signalbox.runtime.config.platform;

import dev.signalbox.platform.ingest.EventIngest.UnknownTypes;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of the event platform. */
public final class PlatformSettings {
    public static final String PREFIX = "signalbox.platform";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    /** Stands for a URL that is missing or wrong, which is a problem of the configuration. */
    private static final String NO_URL = "jdbc:postgresql://localhost/missing";

    public static final Setting<Boolean> ENABLED = GROUP.flag("enabled", "false")
            .means(
                    "Whether this node takes events and jobs at `/api/events` and `/api/dispatch/jobs`, and delivers them to webhooks.");
    public static final Setting<Optional<String>> DATABASE_URL = GROUP.optional("database-url", DatabaseUrls.postgres())
            .means(
                    "The address of the PostgreSQL database with the platform's tables; required if the platform is enabled.");
    public static final Setting<Optional<String>> DATABASE_USERNAME = GROUP.optional(
                    "database-username", ValueTypes.text(255))
            .means(
                    "The database user, who owns the schema `signalbox_platform`; the user of the operating system, if neither this nor the URL names one.");
    public static final Setting<Optional<Secret>> DATABASE_PASSWORD =
            GROUP.optional("database-password", ValueTypes.password()).means("The password of the database user.");
    public static final Setting<Integer> POOL_SIZE = GROUP.number("pool-size", 4, 200, "12")
            .means("How many connections requests and deliveries share, in addition to the one for the lease.");
    public static final Setting<Duration> LEASE_TTL = GROUP.duration("lease-ttl", "500ms", "10m", "2500ms")
            .means("How long a node may be silent before another takes over its deliveries.");
    public static final Setting<Duration> CONNECT_TIMEOUT = GROUP.duration("connect-timeout", "250ms", "5m", "10s")
            .means("The longest wait for a connection to the database.");
    public static final Setting<Duration> STATEMENT_TIMEOUT =
            GROUP.duration("statement-timeout", "250ms", "30m", "10s").means("The longest time for one statement.");
    public static final Setting<Boolean> ALLOW_INSECURE = GROUP.flag("allow-insecure", "false")
            .means(
                    "Whether the password may be sent to another host without TLS that verifies the server; each start then warns.");
    public static final Setting<UnknownTypes> UNKNOWN_TYPES = GROUP.choice(
                    "unknown-types", UnknownTypes.class, "accept")
            .means("What happens with events of types that are not registered.");
    public static final Setting<Duration> RETENTION = GROUP.duration("retention", "1d", "3650d", "30d")
            .means(
                    "How long events, jobs, attempts and deduplication ids are kept, in whole days; jobs that still wait are kept longer.");
    public static final Setting<Optional<Secret>> SECRET_KEY = GROUP.optional("secret-key", ValueTypes.token(1))
            .means(
                    "The key that encrypts the secrets of subscriptions, jobs and service accounts in the database: 32 bytes in base64 (`openssl rand -base64 32`). Without one they are stored as text, and each start warns. All nodes need the same key: a node with another one is not ready.");
    public static final Setting<Integer> REQUESTS_WITHOUT_POOL = GROUP.number("requests-without-pool", 1, 1000, "16")
            .means("How many requests of a subscription or target without a dispatch pool may be in flight.");
    public static final Setting<Optional<Long>> MAX_BODY_MEMORY = GROUP.optional(
                    "max-body-memory", ValueTypes.size("11MB", "64GB"))
            .orElse("a sixteenth of the heap, at least `12MB`")
            .means(
                    "How much memory the bodies of all requests may take at a time; beyond it, requests get the answer 503.");

    public static final List<Setting<?>> ALL = GROUP.all();

    private PlatformSettings() {}

    /** The platform, if it is enabled. */
    public static Optional<PlatformConfig> read(SettingValues values) {
        boolean enabled = values.read(ENABLED);
        SourceConfig database = database(values);
        PlatformConfig config = new PlatformConfig(
                database,
                values.read(UNKNOWN_TYPES),
                retention(values),
                secretKey(values),
                values.read(REQUESTS_WITHOUT_POOL),
                values.read(MAX_BODY_MEMORY),
                WebhookTargetSettings.read(values));
        if (enabled && values.read(DATABASE_URL).isEmpty() && !values.isGiven(DATABASE_URL, "")) {
            values.problem(
                    DATABASE_URL.key(),
                    "is missing; it must be " + DATABASE_URL.kind().allowed());
        }
        return enabled ? Optional.of(config) : Optional.empty();
    }

    private static SourceConfig database(SettingValues values) {
        String url = values.read(DATABASE_URL).orElse(NO_URL);
        return new SourceConfig(
                PlatformConfig.NAME,
                url,
                values.read(DATABASE_USERNAME),
                values.read(DATABASE_PASSWORD),
                Optional.empty(),
                values.read(POOL_SIZE),
                SourceConfig.Coordination.SHARDS,
                values.read(LEASE_TTL),
                SourceSettings.WAKE_UP.defaultValue(),
                values.read(CONNECT_TIMEOUT),
                values.read(STATEMENT_TIMEOUT),
                Duration.ZERO);
    }

    /** Days are dropped as a whole. */
    private static Duration retention(SettingValues values) {
        Duration retention = values.read(RETENTION);
        if (!retention.equals(Duration.ofDays(retention.toDays()))) {
            values.contradiction(RETENTION, "", "must be a whole number of days, such as 30d");
        }
        return retention;
    }

    private static Optional<Secret> secretKey(SettingValues values) {
        Optional<Secret> key = values.read(SECRET_KEY);
        try {
            if (key.isPresent()) {
                var _ = SecretCipher.withKey(key.get().value(), new SecureRandom());
            }
            return key;
        } catch (IllegalArgumentException e) {
            values.contradiction(SECRET_KEY, "", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
