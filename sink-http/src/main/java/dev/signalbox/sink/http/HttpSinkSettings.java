package dev.signalbox.sink.http;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The destination of an HTTP sink, and its limits.
 *
 * @param endpoint an absolute http or https address; user-info in it is sent as basic authentication
 * @param bearerToken sent with each request, if present
 * @param connectTimeout the time limit for establishing a connection
 * @param requestTimeout the time limit from the start until the response headers arrive
 * @param totalDeadline the time limit for the whole exchange, including the response body
 * @param maxMessages the maximum number of messages in one request
 * @param maxBytes the maximum payload bytes in one request, unless a single message is larger
 * @param maxResponseBytes how much of a response body is read; the rest is cut off
 * @param retryAfterCap the longest pause that a Retry-After header can ask for
 */
public record HttpSinkSettings(
        URI endpoint,
        @Nullable BearerToken bearerToken,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration totalDeadline,
        int maxMessages,
        long maxBytes,
        int maxResponseBytes,
        Duration retryAfterCap) {

    private static final Duration LONGEST = Duration.ofHours(1);

    /** How much the default total deadline exceeds the request time-out: the time for the response body. */
    public static final Duration BODY_ALLOWANCE = Duration.ofSeconds(5);

    public HttpSinkSettings {
        checkEndpoint(endpoint);
        if (bearerToken != null && endpoint.getRawUserInfo() != null) {
            throw new IllegalArgumentException("endpoint " + display(endpoint)
                    + " has user-info and there is a bearer token too: use one of them");
        }
        checkTime("connect time-out", connectTimeout);
        checkTime("request time-out", requestTimeout);
        checkTime("total deadline", totalDeadline);
        checkTime("Retry-After cap", retryAfterCap);
        if (totalDeadline.compareTo(requestTimeout) < 0) {
            throw new IllegalArgumentException("total deadline " + totalDeadline
                    + " is shorter than the request time-out " + requestTimeout + ": it must be at least as long");
        }
        checkRange("messages per request", maxMessages, 10_000);
        checkRange("bytes per request", maxBytes, 1L << 30);
        checkRange("response bytes", maxResponseBytes, 64 << 20);
    }

    /** Settings with all defaults. */
    public static HttpSinkSettings of(URI endpoint) {
        return builder(endpoint).build();
    }

    public static Builder builder(URI endpoint) {
        return new Builder(endpoint);
    }

    /** The endpoint without user-info, query and fragment, which may contain secrets. */
    public String displayEndpoint() {
        return display(endpoint);
    }

    @Override
    public String toString() {
        return "HttpSinkSettings[endpoint=" + displayEndpoint() + ", bearerToken=" + bearerToken + ", connectTimeout="
                + connectTimeout + ", requestTimeout=" + requestTimeout + ", totalDeadline=" + totalDeadline
                + ", maxMessages=" + maxMessages + ", maxBytes=" + maxBytes + ", maxResponseBytes=" + maxResponseBytes
                + ", retryAfterCap=" + retryAfterCap + "]";
    }

    private static void checkEndpoint(URI endpoint) {
        String scheme = endpoint.getScheme();
        boolean web = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (!web || endpoint.getHost() == null) {
            throw new IllegalArgumentException("endpoint " + display(endpoint)
                    + " is not allowed: it must be an absolute http or https address with a host");
        }
        if (endpoint.getPort() == 0 || endpoint.getPort() > 65_535) {
            throw new IllegalArgumentException(
                    "endpoint " + display(endpoint) + " has a port that is not between 1 and 65535");
        }
    }

    private static String display(URI endpoint) {
        if (endpoint.isOpaque()) {
            return endpoint.getScheme() + ":…";
        }
        String scheme = endpoint.getScheme() == null ? "" : endpoint.getScheme() + "://";
        String host = endpoint.getHost() == null ? "" : endpoint.getHost();
        String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
        return scheme + host + port + endpoint.getRawPath();
    }

    private static void checkTime(String name, Duration value) {
        if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " " + value + " is not between 1 ms and " + LONGEST);
        }
    }

    private static void checkRange(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is not between 1 and " + most);
        }
    }

    /** Collects settings that differ from the defaults; {@link #build()} validates them. */
    public static final class Builder {
        private final URI endpoint;
        private @Nullable BearerToken bearerToken;
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration requestTimeout = Duration.ofSeconds(30);
        private @Nullable Duration totalDeadline;
        private int maxMessages = 100;
        private long maxBytes = 4L << 20;
        private int maxResponseBytes = 256 << 10;
        private Duration retryAfterCap = Duration.ofSeconds(60);

        private Builder(URI endpoint) {
            this.endpoint = endpoint;
        }

        public Builder bearerToken(@Nullable String token) {
            this.bearerToken = token == null ? null : new BearerToken(token);
            return this;
        }

        public Builder connectTimeout(Duration time) {
            this.connectTimeout = time;
            return this;
        }

        public Builder requestTimeout(Duration time) {
            this.requestTimeout = time;
            return this;
        }

        public Builder totalDeadline(Duration time) {
            this.totalDeadline = time;
            return this;
        }

        public Builder maxMessages(int messages) {
            this.maxMessages = messages;
            return this;
        }

        public Builder maxBytes(long bytes) {
            this.maxBytes = bytes;
            return this;
        }

        public Builder maxResponseBytes(int bytes) {
            this.maxResponseBytes = bytes;
            return this;
        }

        public Builder retryAfterCap(Duration time) {
            this.retryAfterCap = time;
            return this;
        }

        public HttpSinkSettings build() {
            Duration deadline = totalDeadline != null ? totalDeadline : defaultDeadline();
            return new HttpSinkSettings(
                    endpoint,
                    bearerToken,
                    connectTimeout,
                    requestTimeout,
                    deadline,
                    maxMessages,
                    maxBytes,
                    maxResponseBytes,
                    retryAfterCap);
        }

        private Duration defaultDeadline() {
            Duration deadline = requestTimeout.plus(BODY_ALLOWANCE);
            return deadline.compareTo(LONGEST) > 0 ? LONGEST : deadline;
        }
    }
}
