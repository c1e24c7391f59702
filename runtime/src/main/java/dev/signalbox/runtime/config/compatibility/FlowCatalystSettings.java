package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of a FlowCatalyst outbox processor, read under their own keys. */
public final class FlowCatalystSettings {
    public static final String PREFIX = "outbox-processor";

    static final Setting<Boolean> ENABLED = Setting.of(
            PREFIX + ".enabled", ValueTypes.yesOrNo(), "true", "With false the program starts without relays.");
    static final Setting<Duration> POLL_INTERVAL = Setting.of(
            PREFIX + ".poll-interval",
            ValueTypes.duration("10ms", "1h"),
            "1s",
            "How often to look for messages; it is the longest wait, since looking never slows down.");
    static final Setting<Integer> POLL_BATCH_SIZE = Setting.of(
            PREFIX + ".poll-batch-size",
            ValueTypes.wholeNumber(1, 10_000),
            "500",
            "How many messages are claimed at once at most.");
    static final Setting<Integer> API_BATCH_SIZE = Setting.of(
            PREFIX + ".api-batch-size",
            ValueTypes.wholeNumber(1, 10_000),
            "100",
            "How many messages one request carries at most.");
    static final Setting<Integer> MAX_CONCURRENT_GROUPS = Setting.of(
            PREFIX + ".max-concurrent-groups",
            ValueTypes.wholeNumber(1, 1000),
            "10",
            "How many requests are under way at once, both tables together.");
    static final Setting<Integer> GLOBAL_BUFFER_SIZE = Setting.of(
            PREFIX + ".global-buffer-size",
            ValueTypes.wholeNumber(1, 1_000_000),
            "1000",
            "How many messages are held in memory at most; each of the two tables has half of it, at least 1.");
    static final Setting<Optional<DatabaseKind>> DATABASE_TYPE = Setting.optional(
                    PREFIX + ".database-type",
                    ValueTypes.choice(DatabaseKind.class),
                    "The kind of database, in upper or lower case; it must be the one that the URL names.")
            .orElse("what the URL says");
    static final Setting<TableName> EVENTS_TABLE = Setting.of(
            PREFIX + ".events-table",
            OutboxValueTypes.table(),
            "outbox_events",
            "The table of events, on MongoDB the collection. On PostgreSQL upper case is read as lower case, as it does itself with a name that is not quoted.");
    static final Setting<TableName> DISPATCH_JOBS_TABLE = Setting.of(
            PREFIX + ".dispatch-jobs-table",
            OutboxValueTypes.table(),
            "outbox_dispatch_jobs",
            "The table or collection of dispatch jobs.");
    static final Setting<URI> API_BASE_URL = Setting.required(
            PREFIX + ".api-base-url",
            ValueTypes.httpUrl(),
            "https://api.example.com",
            "The address of the API; batches go to `/api/events/batch` and `/api/dispatch/jobs/batch` below it.");
    static final Setting<Optional<Secret>> API_TOKEN = Setting.optional(
            PREFIX + ".api-token", ValueTypes.token(1), "Sent as `Authorization: Bearer` with each request.");
    static final Setting<Integer> MAX_RETRIES = Setting.of(
            PREFIX + ".max-retries",
            ValueTypes.wholeNumber(0, 1000),
            "3",
            "How often a message is tried again after its first attempt.");
    static final Setting<Integer> PROCESSING_TIMEOUT = Setting.of(
            PREFIX + ".processing-timeout-seconds",
            ValueTypes.wholeNumber(1, 604_800),
            "300",
            "After so many seconds a claimed row that no living node holds is given back; below 38, requests time out after four fifths of it instead of 30 s.");
    static final Setting<Optional<String>> MONGO_DATABASE = Setting.optional(
                    PREFIX + ".mongo-database",
                    ValueTypes.text(63),
                    "The database on a MongoDB server; without effect on others.")
            .orElse("the URL's, or outbox if it names none");

    /** The database on MongoDB if neither the setting nor the URL names one. */
    static final String USUAL_MONGO_DATABASE = "outbox";

    static final Setting<String> DATABASE_URL = Setting.required(
            PREFIX + ".database-url",
            DatabaseUrls.kind(),
            "jdbc:postgresql://localhost:5432/shop",
            "The address of the database that holds both tables; it says which kind of database it is.");
    static final Setting<Optional<String>> DATABASE_USERNAME = Setting.optional(
            PREFIX + ".database-username", ValueTypes.text(255), "The database user, unless the URL names one.");
    static final Setting<Optional<Secret>> DATABASE_PASSWORD = Setting.optional(
            PREFIX + ".database-password", ValueTypes.password(), "The password of the database user.");
    static final Setting<SourceConfig.Coordination> COORDINATION = Setting.of(
            PREFIX + ".coordination",
            ValueTypes.choice(SourceConfig.Coordination.class),
            "shards",
            SourceSettings.COORDINATION_TEXT);

    public static final List<Setting<?>> ALL = List.of(
            ENABLED,
            POLL_INTERVAL,
            POLL_BATCH_SIZE,
            API_BATCH_SIZE,
            MAX_CONCURRENT_GROUPS,
            GLOBAL_BUFFER_SIZE,
            DATABASE_TYPE,
            EVENTS_TABLE,
            DISPATCH_JOBS_TABLE,
            API_BASE_URL,
            API_TOKEN,
            MAX_RETRIES,
            PROCESSING_TIMEOUT,
            MONGO_DATABASE,
            DATABASE_URL,
            DATABASE_USERNAME,
            DATABASE_PASSWORD,
            COORDINATION);

    private FlowCatalystSettings() {}
}
