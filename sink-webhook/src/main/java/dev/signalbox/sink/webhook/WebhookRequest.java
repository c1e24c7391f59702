package dev.signalbox.sink.webhook;

import dev.signalbox.core.time.Clock;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * One POST to a target.
 *
 * @param headers all headers besides those of the connection, so with a content type
 * @param body is sent as it is; it must not be changed afterwards
 * @param timeout the longest time for the whole exchange, from the look-up of the name to the last byte of the answer
 * @param notAfter a request that could not be begun before this time, by {@link Clock#leaseNanos}, is not sent any more;
 *     {@link Long#MAX_VALUE} for any time
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record WebhookRequest(URI target, List<Header> headers, byte[] body, Duration timeout, long notAfter) {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MAX_HEADERS = 100;

    public WebhookRequest {
        headers = List.copyOf(headers);
        if (headers.size() > MAX_HEADERS) {
            throw new IllegalArgumentException(headers.size() + " headers are too many: at most " + MAX_HEADERS);
        }
        if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("time-out " + timeout + " is not between 1 ms and " + LONGEST);
        }
    }
}
