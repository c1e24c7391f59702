package dev.signalbox.runtime.sink;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The settings that all sinks have, and those that several types share. */
public final class SinkSettings {
    public static final String PREFIX = "signalbox.sinks.<name>";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    public static final Setting<Integer> BATCH_SIZE = GROUP.number("batch-size", 1, 10_000, "100")
            .orElse("100, with Kafka and RabbitMQ 500")
            .means("The largest number of messages in one request.");
    public static final Setting<Long> BATCH_BYTES = GROUP.of("batch-bytes", ValueTypes.size("1KB", "256MB"), "4MB")
            .means(
                    "The largest number of bytes in one request, unless a single message is larger: of payloads, and of what `request-body` writes around them.");
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = GROUP.number(
                    "max-concurrent-requests", 1, 1000, "20")
            .means("How many requests to this destination may run at once, all relays together.");
    public static final Setting<Duration> RETRY_AFTER_CAP = GROUP.duration("retry-after-cap", "1ms", "1h", "60s")
            .means("The longest wait that the destination may request with `Retry-After`.");

    public static final Setting<Boolean> ALLOW_INSECURE = GROUP.flag("allow-insecure", "false")
            .means(
                    "Whether credentials may be sent to another host without TLS that verifies the server; each start then warns.");

    /** For types that open their own connections. */
    public static final Setting<Duration> CONNECT_TIMEOUT = GROUP.duration("connect-timeout", "10ms", "5m", "10s")
            .orElse("10s, with RabbitMQ 3s")
            .means("The longest wait for a connection.");

    /** For types that speak HTTP. */
    public static final Setting<Optional<Secret>> TOKEN =
            GROUP.optional("token", ValueTypes.token(1)).means("Sent as `Authorization: Bearer` with each request.");

    /** For types that speak HTTP. */
    public static final Setting<RequestBody> REQUEST_BODY = GROUP.choice("request-body", RequestBody.class, "payload")
            .means(
                    "What is sent of a message: the unchanged `payload`, the `envelope`, a JSON object with id, type, group, time and data, or a CloudEvent (`cloud-events`, not with webhooks). Without it, payloads are sent, and with the relay of an outbox each start warns.");

    /** For types that can send CloudEvents. */
    public static final Setting<Optional<String>> CLOUD_EVENTS_SOURCE = GROUP.optional(
                    "cloud-events.source", ValueTypes.text(2_000))
            .means(
                    "The source of CloudEvents 1.0, a URI; needed with `request-body: cloud-events`. With Kafka, it makes records CloudEvents in binary mode.");

    public static final Setting<String> CLOUD_EVENTS_CONTENT_TYPE = GROUP.text(
                    "cloud-events.content-type", 255, "application/json")
            .means("The content type of a CloudEvent, unless the message has a header `content-type`.");

    /** For types whose messages have headers. */
    public static final Setting<Boolean> EVENT_HEADERS = GROUP.flag("event-headers", "false")
            .means("Whether the position and tags of an event of a log become headers.");

    private SinkSettings() {}

    /** The settings of a type, with some that it shares with others. */
    public static List<Setting<?>> and(SettingGroup own, Setting<?>... shared) {
        return Stream.concat(own.all().stream(), Arrays.stream(shared)).toList();
    }

    /** Reads the settings that all sinks have. */
    public static SinkConfig.Common read(SettingValues values, String sink) {
        return read(values, sink, BATCH_SIZE.defaultValue());
    }

    /** The same for a type with its own default batch size. */
    public static SinkConfig.Common read(SettingValues values, String sink, int usualBatchSize) {
        return new SinkConfig.Common(
                sink,
                new SinkConfig.Limits(
                        values.read(BATCH_SIZE, sink, usualBatchSize),
                        values.read(BATCH_BYTES, sink),
                        values.read(MAX_CONCURRENT_REQUESTS, sink)),
                values.read(RETRY_AFTER_CAP, sink));
    }

    /** Reads a setting that is optional for sinks in general, but required by this type. */
    public static <T> Optional<T> needed(SettingValues values, Setting<Optional<T>> setting, String sink) {
        Optional<T> value = values.read(setting, sink);
        if (value.isEmpty() && !values.isGiven(setting, sink)) {
            values.problem(
                    setting.keyFor(sink),
                    "is missing; it must be " + setting.kind().allowed());
        }
        return value;
    }

    /** Lets the sink's own library validate a value; its exception becomes a problem of the setting. */
    public static <T> T judged(
            SettingValues values, Setting<?> setting, String sink, Supplier<T> attempt, Supplier<T> otherwise) {
        try {
            return attempt.get();
        } catch (IllegalArgumentException e) {
            values.contradiction(setting, sink, String.valueOf(e.getMessage()));
            return otherwise.get();
        }
    }
}
