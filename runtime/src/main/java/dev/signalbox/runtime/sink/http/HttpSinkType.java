package dev.signalbox.runtime.sink.http;

import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.RequestBody;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.http.CloudEventFormat;
import dev.signalbox.sink.http.MessageFormat;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An HTTP API that accepts a JSON array. */
public final class HttpSinkType extends SinkType {
    private static final SettingGroup GROUP = new SettingGroup(SinkSettings.PREFIX);

    public static final Setting<URI> BASE_URL = GROUP.required(
                    "base-url", ValueTypes.httpUrl(), "https://api.example.com")
            .means("The address of the API, to which the path is appended; needed with the type http.");
    static final Setting<Optional<String>> PATH = GROUP.optional("path", ValueTypes.urlPath())
            .means("The path that batches are posted to; a relay's own path comes first.");
    public static final Setting<Duration> REQUEST_TIMEOUT = GROUP.duration("request-timeout", "10ms", "1h", "30s")
            .means("The longest wait for the beginning of an answer.");
    static final Setting<Optional<Duration>> TOTAL_DEADLINE = GROUP.optional(
                    "total-deadline", ValueTypes.duration("10ms", "1h"))
            .orElse("the request time-out")
            .means("The longest time for a request, until the last byte of its answer.");
    public static final Setting<Long> MAX_RESPONSE_BYTES = GROUP.of(
                    "max-response-bytes", ValueTypes.size("1KB", "64MB"), "4MB")
            .means("How much of an answer is read; a longer one is cut off.");

    /** As the default type, it also documents the settings that all sinks have. */
    public static final HttpSinkType INSTANCE = new HttpSinkType();

    private HttpSinkType() {
        super(
                "http",
                Set.of(SinkCapability.PATH),
                SinkSettings.and(
                        GROUP,
                        SinkSettings.TOKEN,
                        SinkSettings.CONNECT_TIMEOUT,
                        SinkSettings.REQUEST_BODY,
                        SinkSettings.CLOUD_EVENTS_SOURCE,
                        SinkSettings.CLOUD_EVENTS_CONTENT_TYPE),
                new SettingSection(
                        "Sinks",
                        "A sink is a destination.\n",
                        SinkSettings.and(
                                GROUP,
                                SinkSettings.TOKEN,
                                SinkSettings.REQUEST_BODY,
                                SinkSettings.CLOUD_EVENTS_SOURCE,
                                SinkSettings.CLOUD_EVENTS_CONTENT_TYPE,
                                SinkSettings.CONNECT_TIMEOUT,
                                SinkSettings.BATCH_SIZE,
                                SinkSettings.BATCH_BYTES,
                                SinkSettings.MAX_CONCURRENT_REQUESTS,
                                SinkSettings.RETRY_AFTER_CAP,
                                SinkSettings.ALLOW_INSECURE)));
    }

    @Override
    public SinkConfig read(SettingValues values, String sink) {
        Duration request = values.read(REQUEST_TIMEOUT, sink);
        Duration total = values.read(TOTAL_DEADLINE, sink).orElse(request);
        if (total.compareTo(request) < 0) {
            values.contradiction(
                    TOTAL_DEADLINE, sink, "is shorter than the request-timeout of " + Durations.written(request));
        }
        return new HttpSinkConfig(
                SinkSettings.read(values, sink),
                values.read(BASE_URL, sink),
                values.read(PATH, sink),
                values.read(SinkSettings.TOKEN, sink),
                format(values, sink),
                new HttpSinkConfig.Timeouts(values.read(SinkSettings.CONNECT_TIMEOUT, sink), request, total),
                values.read(MAX_RESPONSE_BYTES, sink));
    }

    private static Optional<MessageFormat> format(SettingValues values, String sink) {
        RequestBody body = values.read(SinkSettings.REQUEST_BODY, sink);
        if (body != RequestBody.CLOUD_EVENTS) {
            values.refuse(
                    List.of(SinkSettings.CLOUD_EVENTS_SOURCE, SinkSettings.CLOUD_EVENTS_CONTENT_TYPE),
                    sink,
                    "means nothing with request-body: " + ValueTypes.word(body)
                            + "; leave it out, or set request-body: cloud-events");
        }
        MessageFormat format = switch (body) {
            case PAYLOAD -> MessageFormat.PAYLOAD;
            case ENVELOPE -> MessageFormat.ENVELOPE;
            case CLOUD_EVENTS -> cloudEvents(values, sink);
        };
        return values.isGiven(SinkSettings.REQUEST_BODY, sink) ? Optional.of(format) : Optional.empty();
    }

    private static MessageFormat cloudEvents(SettingValues values, String sink) {
        String contentType = values.read(SinkSettings.CLOUD_EVENTS_CONTENT_TYPE, sink);
        Optional<String> source = values.read(SinkSettings.CLOUD_EVENTS_SOURCE, sink);
        if (source.isEmpty() && !values.isGiven(SinkSettings.CLOUD_EVENTS_SOURCE, sink)) {
            values.problem(
                    SinkSettings.CLOUD_EVENTS_SOURCE.keyFor(sink),
                    "is missing; request-body: cloud-events needs a URI, such as https://shop.example.com or /shop");
        }
        return SinkSettings.judged(
                values,
                SinkSettings.CLOUD_EVENTS_SOURCE,
                sink,
                () -> new CloudEventFormat(source.orElse("/missing"), contentType),
                () -> MessageFormat.ENVELOPE);
    }
}
