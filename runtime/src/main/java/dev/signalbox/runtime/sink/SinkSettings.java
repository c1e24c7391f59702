package dev.signalbox.runtime.sink;

import dev.signalbox.runtime.settings.Kinds;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import java.time.Duration;
import java.util.Optional;

/** The settings that all sinks have, and those that several types share. */
public final class SinkSettings {
    public static final String PREFIX = "signalbox.sinks.<name>";

    public static final Setting<Integer> BATCH_SIZE = Setting.of(
                    PREFIX + ".batch-size",
                    Kinds.wholeNumber(1, 10_000),
                    "100",
                    "How many messages one request carries at most.")
            .orElse("100, with Kafka and RabbitMQ 500");
    public static final Setting<Long> BATCH_BYTES = Setting.of(
            PREFIX + ".batch-bytes",
            Kinds.size("1KB", "256MB"),
            "4MB",
            "How many bytes of payload one request carries at most, unless a single message is larger.");
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.of(
            PREFIX + ".max-concurrent-requests",
            Kinds.wholeNumber(1, 1000),
            "20",
            "How many requests to this destination are under way at once, all relays together.");
    public static final Setting<Duration> RETRY_AFTER_CAP = Setting.of(
            PREFIX + ".retry-after-cap",
            Kinds.duration("1ms", "1h"),
            "60s",
            "The longest wait that the destination may ask for with `Retry-After`.");

    /** Of the types that connect themselves. */
    public static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
                    PREFIX + ".connect-timeout",
                    Kinds.duration("10ms", "5m"),
                    "10s",
                    "The longest wait for a connection.")
            .orElse("10s, with RabbitMQ 3s");

    /** Of the types whose messages have headers. */
    public static final Setting<Boolean> EVENT_HEADERS = Setting.of(
            PREFIX + ".event-headers",
            Kinds.yesOrNo(),
            "false",
            "Whether the position and tags of an event of a log become headers.");

    private SinkSettings() {}

    /** What all sinks have, as it was given for one. */
    public static SinkConfig.Common read(Values values, String sink) {
        return read(values, sink, BATCH_SIZE.defaultValue());
    }

    /** The same for a type that has another batch size of its own. */
    public static SinkConfig.Common read(Values values, String sink, int usualBatchSize) {
        return new SinkConfig.Common(
                sink,
                new SinkConfig.Limits(
                        values.read(BATCH_SIZE, sink, usualBatchSize),
                        values.read(BATCH_BYTES, sink),
                        values.read(MAX_CONCURRENT_REQUESTS, sink)),
                values.read(RETRY_AFTER_CAP, sink));
    }

    /** A setting that is optional among those of all sinks, but that this type cannot do without. */
    public static <T> Optional<T> needed(Values values, Setting<Optional<T>> setting, String sink) {
        Optional<T> value = values.read(setting, sink);
        if (value.isEmpty() && !values.isGiven(setting, sink)) {
            values.problem(
                    setting.keyFor(sink),
                    "is missing; it must be " + setting.kind().allowed());
        }
        return value;
    }

    /** Has a sink's own library judge a value; what it refuses is a problem of the setting. */
    public static void judge(Values values, Setting<?> setting, String sink, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            values.contradiction(setting, sink, String.valueOf(e.getMessage()));
        }
    }
}
