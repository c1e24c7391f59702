package dev.signalbox.sink.http;

import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Maps an HTTP status of a request, or of one item of it, to an outcome. */
final class StatusClassifier {
    private StatusClassifier() {}

    static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /** The outcome of a request; it applies to the batch as a whole. */
    static Outcome ofRequest(int status, String reason, @Nullable Duration retryAfter) {
        return switch (status) {
            case 413 -> new Outcome.TooLarge(reason);
            case 429, 502, 503, 504 -> new Outcome.Throttled(reason, retryAfter);
            case 408, 423, 424, 425 -> new Outcome.Failed(reason);
            // These depend on the address, the headers or the account, which are the same for every message: blaming a
            // message for them would park the whole backlog.
            case 401, 402, 403, 404, 405, 406, 407, 410, 411, 414, 415, 417, 421, 426, 431 -> wrongAddress(reason);
            default -> ofRange(status, reason);
        };
    }

    private static Outcome ofRange(int status, String reason) {
        return switch (status / 100) {
            case 2 -> Outcome.DELIVERED;
            case 3 -> wrongAddress(reason);
            case 4 -> new Outcome.Rejected(reason);
            default -> new Outcome.Failed(reason);
        };
    }

    private static Outcome wrongAddress(String reason) {
        return new Outcome.Unavailable("wrong endpoint or credential: " + reason);
    }

    /** The outcome of one item in the results of a successful request. */
    static Outcome ofItem(long status, String reason) {
        if (status >= 200 && status < 300) {
            return Outcome.DELIVERED;
        }
        boolean lasting = status >= 400 && status < 500 && status != 408 && status != 425 && status != 429;
        return lasting ? new Outcome.Rejected(reason) : new Outcome.Failed(reason);
    }
}
