package dev.signalbox.e2e;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** How the receiver handles a request after reading it. */
sealed interface ReceiverReply {
    /** Answers after a delay. */
    record Answer(int status, Map<String, String> headers, String body, Duration after) implements ReceiverReply {}

    /** Keeps the items and never answers. */
    record Silence() implements ReceiverReply {}

    /** Keeps the items and closes the connection: the answer is lost. */
    record Drop() implements ReceiverReply {}

    /** Keeps the items and answers with a body that comes one byte at a time and never ends. */
    record Drip(Duration every) implements ReceiverReply {}

    /** Waits before another reply. */
    record When(CountDownLatch opened, ReceiverReply then) implements ReceiverReply {}

    /** Accepts all items. */
    static ReceiverReply accept(ReceivedRequest receivedRequest) {
        return new Answer(201, Map.of(), "{\"count\":" + receivedRequest.items().size() + "}", Duration.ZERO);
    }

    static ReceiverReply acceptAfter(ReceivedRequest receivedRequest, Duration after) {
        return new Answer(201, Map.of(), "{\"count\":" + receivedRequest.items().size() + "}", after);
    }

    static ReceiverReply status(int status) {
        return new Answer(status, Map.of(), "{\"error\":\"status " + status + "\"}", Duration.ZERO);
    }

    static ReceiverReply body(int status, String body) {
        return new Answer(status, Map.of(), body, Duration.ZERO);
    }

    /** Whether the receiver keeps the items. */
    default boolean keeps() {
        return switch (this) {
            case Answer answer -> answer.status() < 300;
            case Silence _, Drop _, Drip _ -> true;
            case When when -> when.then().keeps();
        };
    }
}
