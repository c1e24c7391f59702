package dev.signalbox.runtime.sink;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.Optional;

/** The settings that all sinks have, and those that several types share. */
public final class SinkSettings {
    public static final String PREFIX = "signalbox.sinks.<name>";

    public static final Setting<Integer> BATCH_SIZE = Setting.of(
                    PREFIX + ".batch-size",
                    ValueTypes.wholeNumber(1, 10_000),
                    "100",
                    "How many messages one request carries at most.")
            .orElse("100, with Kafka and RabbitMQ 500");
    public static final Setting<Long> BATCH_BYTES = Setting.of(
            PREFIX + ".batch-bytes",
            ValueTypes.size("1KB", "256MB"),
            "4MB",
            "How many bytes of payload one request carries at most, unless a single message is larger.");
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.of(
            PREFIX + ".max-concurrent-requests",
            ValueTypes.wholeNumber(1, 1000),
            "20",
            "How many requests to this destination are under way at once, all relays together.");
    public static final Setting<Duration> RETRY_AFTER_CAP = Setting.of(
            PREFIX + ".retry-after-cap",
            ValueTypes.duration("1ms", "1h"),
            "60s",
            "The longest wait that the destination may ask for with `Retry-After`.");

    /** For types that open their own connections. */
    public static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
                    PREFIX + ".connect-timeout",
                    ValueTypes.duration("10ms", "5m"),
                    "10s",
                    "The longest wait for a connection.")
            .orElse("10s, with RabbitMQ 3s");

    /** For types whose messages have headers. */
    public static final Setting<Boolean> EVENT_HEADERS = Setting.of(
            PREFIX + ".event-headers",
            ValueTypes.yesOrNo(),
            "false",
            "Whether the position and tags of an event of a log become headers.");

    private SinkSettings() {}

    /** Reads the settings that all sinks have. */
    public static SinkConfig.Common read(SettingValues settingValues, String sink) {
        return read(settingValues, sink, BATCH_SIZE.defaultValue());
    }

    /** The same for a type with its own default batch size. */
    public static SinkConfig.Common read(SettingValues settingValues, String sink, int usualBatchSize) {
        return new SinkConfig.Common(
                sink,
                new SinkConfig.Limits(
                        settingValues.read(BATCH_SIZE, sink, usualBatchSize),
                        settingValues.read(BATCH_BYTES, sink),
                        settingValues.read(MAX_CONCURRENT_REQUESTS, sink)),
                settingValues.read(RETRY_AFTER_CAP, sink));
    }

    /** Reads a setting that is optional for sinks in general, but required by this type. */
    public static <T> Optional<T> needed(SettingValues settingValues, Setting<Optional<T>> setting, String sink) {
        Optional<T> value = settingValues.read(setting, sink);
        if (value.isEmpty() && !settingValues.isGiven(setting, sink)) {
            settingValues.problem(
                    setting.keyFor(sink),
                    "is missing; it must be " + setting.kind().allowed());
        }
        return value;
    }

    /** Lets the sink's own library validate a value; its exception becomes a problem of the setting. */
    public static void judge(SettingValues settingValues, Setting<?> setting, String sink, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            settingValues.contradiction(setting, sink, String.valueOf(e.getMessage()));
        }
    }
}
