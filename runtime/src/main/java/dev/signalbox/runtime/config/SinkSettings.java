package dev.signalbox.runtime.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a sink. */
final class SinkSettings {
    static final String PREFIX = "signalbox.sinks.<name>";
    private static final String LATER = "is not available in this version; use http, kafka or rabbitmq";

    static final Setting<SinkConfig.Type> TYPE = Setting.of(
            PREFIX + ".type",
            ValueTypes.choice(SinkConfig.Type.class, Map.of("sqs", LATER, "webhook", LATER)),
            "http",
            "What speaks at the other end.");
    static final Setting<URI> BASE_URL = Setting.required(
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
    static final Setting<Duration> CONNECT_TIMEOUT = Setting.of(
                    PREFIX + ".connect-timeout",
                    ValueTypes.duration("10ms", "5m"),
                    "10s",
                    "The longest wait for a connection.")
            .orElse("10s, with RabbitMQ 3s");
    static final Setting<Duration> REQUEST_TIMEOUT = Setting.of(
            PREFIX + ".request-timeout",
            ValueTypes.duration("10ms", "1h"),
            "30s",
            "The longest wait for the beginning of an answer.");
    static final Setting<Optional<Duration>> TOTAL_DEADLINE = Setting.optional(
                    PREFIX + ".total-deadline",
                    ValueTypes.duration("10ms", "1h"),
                    "The longest that a request may take until the last byte of its answer.")
            .orElse("the request time-out");
    static final Setting<Integer> BATCH_SIZE = Setting.of(
                    PREFIX + ".batch-size",
                    ValueTypes.wholeNumber(1, 10_000),
                    "100",
                    "How many messages one request carries at most.")
            .orElse("100, with Kafka and RabbitMQ 500");
    static final Setting<Long> BATCH_BYTES = Setting.of(
            PREFIX + ".batch-bytes",
            ValueTypes.size("1KB", "256MB"),
            "4MB",
            "How many bytes of payload one request carries at most, unless a single message is larger.");
    static final Setting<Long> MAX_RESPONSE_BYTES = Setting.of(
            PREFIX + ".max-response-bytes",
            ValueTypes.size("1KB", "64MB"),
            "4MB",
            "How much of an answer is read; a longer one is cut off.");
    static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.of(
            PREFIX + ".max-concurrent-requests",
            ValueTypes.wholeNumber(1, 1000),
            "20",
            "How many requests to this destination are under way at once, all relays together.");
    static final Setting<Duration> RETRY_AFTER_CAP = Setting.of(
            PREFIX + ".retry-after-cap",
            ValueTypes.duration("1ms", "1h"),
            "60s",
            "The longest wait that the destination may ask for with `Retry-After`.");

    /** Those that only make sense for HTTP. */
    static final List<Setting<?>> OF_HTTP =
            List.of(BASE_URL, PATH, TOKEN, CONNECT_TIMEOUT, REQUEST_TIMEOUT, TOTAL_DEADLINE, MAX_RESPONSE_BYTES);

    static final List<Setting<?>> ALL = List.of(
            TYPE,
            BASE_URL,
            PATH,
            TOKEN,
            CONNECT_TIMEOUT,
            REQUEST_TIMEOUT,
            TOTAL_DEADLINE,
            BATCH_SIZE,
            BATCH_BYTES,
            MAX_RESPONSE_BYTES,
            MAX_CONCURRENT_REQUESTS,
            RETRY_AFTER_CAP);

    private SinkSettings() {}
}
