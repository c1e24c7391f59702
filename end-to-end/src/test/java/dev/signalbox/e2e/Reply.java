package dev.signalbox.e2e;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What the receiver does with a request once it has read it. */
sealed interface Reply {
    /** Answers after a while. */
    record Answer(int status, Map<String, String> headers, String body, Duration after) implements Reply {}

    /** Keeps the items and never answers. */
    record Silence() implements Reply {}

    /** Keeps the items and closes the connection: the answer is lost. */
    record Drop() implements Reply {}

    /** Keeps the items and answers with a body that comes one byte at a time and never ends. */
    record Drip(Duration every) implements Reply {}

    /** Waits before it does something else. */
    record When(CountDownLatch opened, Reply then) implements Reply {}

    /** Takes all items. */
    static Reply accept(Arrival arrival) {
        return new Answer(201, Map.of(), "{\"count\":" + arrival.items().size() + "}", Duration.ZERO);
    }

    static Reply acceptAfter(Arrival arrival, Duration after) {
        return new Answer(201, Map.of(), "{\"count\":" + arrival.items().size() + "}", after);
    }

    static Reply status(int status) {
        return new Answer(status, Map.of(), "{\"error\":\"status " + status + "\"}", Duration.ZERO);
    }

    static Reply body(int status, String body) {
        return new Answer(status, Map.of(), body, Duration.ZERO);
    }

    /** Whether the receiver has the items afterwards. */
    default boolean keeps() {
        return switch (this) {
            case Answer answer -> answer.status() < 300;
            case Silence _, Drop _, Drip _ -> true;
            case When when -> when.then().keeps();
        };
    }
}
