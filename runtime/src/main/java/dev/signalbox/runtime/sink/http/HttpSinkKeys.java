package dev.signalbox.runtime.sink.http;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of a sink that is an HTTP API. */
public final class HttpSinkKeys {
    private static final String PREFIX = SinkSettings.PREFIX;

    public static final Setting<URI> BASE_URL = Setting.required(
            PREFIX + ".base-url",
            ValueTypes.httpUrl(),
            "https://api.example.com",
            "The address of the API, to which the path is appended; needed with the type http.");
    static final Setting<Optional<String>> PATH = Setting.optional(
            PREFIX + ".path",
            ValueTypes.urlPath(),
            "The path that batches are posted to; a relay's own path comes first.");
    static final Setting<Optional<Secret>> TOKEN = Setting.optional(
            PREFIX + ".token", ValueTypes.token(1), "Sent as `Authorization: Bearer` with each request.");
    public static final Setting<Duration> REQUEST_TIMEOUT = Setting.of(
            PREFIX + ".request-timeout",
            ValueTypes.duration("10ms", "1h"),
            "30s",
            "The longest wait for the beginning of an answer.");
    static final Setting<Optional<Duration>> TOTAL_DEADLINE = Setting.optional(
                    PREFIX + ".total-deadline",
                    ValueTypes.duration("10ms", "1h"),
                    "The longest that a request may take until the last byte of its answer.")
            .orElse("the request time-out");
    public static final Setting<Long> MAX_RESPONSE_BYTES = Setting.of(
            PREFIX + ".max-response-bytes",
            ValueTypes.size("1KB", "64MB"),
            "4MB",
            "How much of an answer is read; a longer one is cut off.");

    static final List<Setting<?>> ALL = List.of(
            BASE_URL, PATH, TOKEN, SinkSettings.CONNECT_TIMEOUT, REQUEST_TIMEOUT, TOTAL_DEADLINE, MAX_RESPONSE_BYTES);

    private HttpSinkKeys() {}
}
