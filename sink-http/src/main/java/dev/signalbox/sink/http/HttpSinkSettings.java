package dev.signalbox.sink.http;

import dev.signalbox.core.sink.Sink.SinkLimits;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The destination of an HTTP sink, and its limits.
 *
 * @param endpoint an absolute http or https address; user-info in it is sent as basic authentication
 * @param bearerToken sent with each request, if present
 * @param format how messages are written into the body
 * @param limits the limits of one request
 * @param maxResponseBytes how much of a response body is read; the rest is cut off
 * @param retryAfterCap the longest pause that a Retry-After header can ask for
 */
public record HttpSinkSettings(
        URI endpoint,
        @Nullable BearerToken bearerToken,
        MessageFormat format,
        Timeouts timeouts,
        SinkLimits limits,
        int maxResponseBytes,
        Duration retryAfterCap) {
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * The time limits of a request.
     *
     * @param connect for establishing a connection
     * @param request from the start until the response headers arrive
     * @param total for the whole exchange, including the response body
     */
    public record Timeouts(Duration connect, Duration request, Duration total) {
        public Timeouts {
            checkTime("connect time-out", connect);
            checkTime("request time-out", request);
            checkTime("total deadline", total);
            if (total.compareTo(request) < 0) {
                throw new IllegalArgumentException("total deadline " + total + " is shorter than the request time-out "
                        + request + ": it must be at least as long");
            }
        }
    }

    public HttpSinkSettings {
        checkEndpoint(endpoint);
        if (bearerToken != null && endpoint.getRawUserInfo() != null) {
            throw new IllegalArgumentException("endpoint " + display(endpoint)
                    + " has user-info and there is a bearer token too: use one of them");
        }
        checkTime("Retry-After cap", retryAfterCap);
        checkRange("messages per request", limits.messages(), 10_000);
        checkRange("bytes per request", limits.bytes(), 1L << 30);
        checkRange("response bytes", maxResponseBytes, 64 << 20);
    }

    /** Settings with all defaults. */
    public static HttpSinkSettings of(URI endpoint) {
        return new HttpSinkSettings(
                endpoint,
                null,
                MessageFormat.PAYLOAD,
                new Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(35)),
                new SinkLimits(100, 4L << 20),
                256 << 10,
                Duration.ofSeconds(60));
    }

    public HttpSinkSettings withLimits(SinkLimits other) {
        return new HttpSinkSettings(endpoint, bearerToken, format, timeouts, other, maxResponseBytes, retryAfterCap);
    }

    public HttpSinkSettings withFormat(MessageFormat other) {
        return new HttpSinkSettings(endpoint, bearerToken, other, timeouts, limits, maxResponseBytes, retryAfterCap);
    }

    /** The endpoint without user-info, query and fragment, which may contain secrets. */
    public String displayEndpoint() {
        return display(endpoint);
    }

    @Override
    public String toString() {
        return "HttpSinkSettings[endpoint=" + displayEndpoint() + ", bearerToken=" + bearerToken + ", " + format
                + ", " + timeouts
                + ", " + limits + ", maxResponseBytes=" + maxResponseBytes + ", retryAfterCap=" + retryAfterCap + "]";
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
}
