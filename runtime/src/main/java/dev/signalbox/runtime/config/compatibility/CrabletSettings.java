package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.runtime.config.log.TopicSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueType;
import dev.signalbox.runtime.settings.ValueTypes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of a Crablet outbox, read under their own keys, with its application's database. */
public final class CrabletSettings {
    public static final String PREFIX = "crablet.outbox";
    static final String TOPIC = PREFIX + ".topics.<topic>";
    static final String PUBLISHER_CONFIG = TOPIC + ".publisher-configs[<index>]";
    public static final String DATABASE = "spring.datasource";

    public static final Setting<Boolean> ENABLED =
            Setting.of(PREFIX + ".enabled", ValueTypes.yesOrNo(), "true", "With false nothing is published.");
    static final Setting<Integer> POLLING_INTERVAL = Setting.of(
            PREFIX + ".polling-interval-ms",
            ValueTypes.wholeNumber(10, 3_600_000),
            "1000",
            "How often each publisher looks for events, in milliseconds.");
    static final Setting<Integer> BATCH_SIZE = Setting.of(
            PREFIX + ".batch-size",
            ValueTypes.wholeNumber(1, 10_000),
            "100",
            "How many events are read at once at most.");
    static final Setting<Boolean> BACKOFF_ENABLED = Setting.of(
            PREFIX + ".backoff.enabled",
            ValueTypes.yesOrNo(),
            "true",
            "Whether looking slows down while nothing comes.");
    static final Setting<Integer> BACKOFF_THRESHOLD = Setting.of(
            PREFIX + ".backoff.threshold",
            ValueTypes.wholeNumber(1, 1_000_000),
            "3",
            "After so many empty looks it slows down.");
    static final Setting<Double> BACKOFF_MULTIPLIER = Setting.of(
            PREFIX + ".backoff.multiplier", ValueTypes.decimal(1, 100), "2", "How much longer each further wait is.");
    static final Setting<Integer> BACKOFF_MAX = Setting.of(
            PREFIX + ".backoff.max-seconds",
            ValueTypes.wholeNumber(1, 3_600),
            "60",
            "The longest wait in seconds; if the polling interval is longer, that.");
    /** Not a setting of Crablet: Signalbox decides what happens to an event that fails. */
    static final Setting<Integer> MAX_RETRIES = RelaySettings.maxRetries(PREFIX);

    static final Setting<RelaySettings.OnExhausted> ON_EXHAUSTED =
            RelaySettings.onExhausted(PREFIX, "what waits for the event");
    static final TopicSettings TOPICS = TopicSettings.below(TOPIC);
    static final Setting<String> PUBLISHER_NAME = Setting.required(
            PUBLISHER_CONFIG + ".name",
            ValueTypes.publisher(),
            "LogPublisher",
            "A publisher of the topic that has settings of its own.");
    static final Setting<Integer> PUBLISHER_INTERVAL = Setting.of(
                    PUBLISHER_CONFIG + ".polling-interval-ms",
                    ValueTypes.wholeNumber(10, 3_600_000),
                    "1000",
                    "How often this publisher looks for events of the topic, in milliseconds.")
            .orElse("that of all");

    static final Setting<String> DATABASE_URL = Setting.required(
            DATABASE + ".url",
            postgresUrl(),
            "jdbc:postgresql://localhost:5432/wallet",
            "The address of the PostgreSQL database that holds the events.");
    static final Setting<Optional<String>> DATABASE_USERNAME = Setting.optional(
            DATABASE + ".username", ValueTypes.text(255), "The database user, unless the URL names one.");
    static final Setting<Optional<Secret>> DATABASE_PASSWORD =
            Setting.optional(DATABASE + ".password", ValueTypes.password(), "The password of the database user.");

    public static final List<Setting<?>> OF_OUTBOX = Stream.<List<? extends Setting<?>>>of(
                    List.of(
                            ENABLED,
                            POLLING_INTERVAL,
                            BATCH_SIZE,
                            BACKOFF_ENABLED,
                            BACKOFF_THRESHOLD,
                            BACKOFF_MULTIPLIER,
                            BACKOFF_MAX,
                            MAX_RETRIES,
                            ON_EXHAUSTED),
                    TOPICS.all(),
                    List.of(PUBLISHER_NAME, PUBLISHER_INTERVAL))
            .<Setting<?>>flatMap(List::stream)
            .toList();
    public static final List<Setting<?>> OF_DATABASE = List.of(DATABASE_URL, DATABASE_USERNAME, DATABASE_PASSWORD);
    public static final List<Setting<?>> ALL =
            Stream.of(OF_OUTBOX, OF_DATABASE).flatMap(List::stream).toList();

    private CrabletSettings() {}

    private static ValueType<String> postgresUrl() {
        String allowed = "the address of a PostgreSQL database, such as jdbc:postgresql://localhost:5432/wallet";
        return ValueType.of("url", allowed, text -> {
            boolean postgres = DatabaseKind.of(text).equals(Optional.of(DatabaseKind.POSTGRESQL));
            if (!postgres) {
                throw new InvalidValueException("must be " + allowed);
            }
            return DatabaseUrls.kind().parse(text);
        });
    }
}
