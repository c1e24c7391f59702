package dev.signalbox.e2e.platform;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** How the receiver handles a webhook after reading it. */
sealed interface WebhookReply {
    /** Answers after a delay. */
    record Answer(int status, Map<String, String> headers, String body, Duration after) implements WebhookReply {}

    /** Never answers. */
    record Silence() implements WebhookReply {}

    /** Answers 200 with a body that comes one byte at a time and never ends. */
    record Drip(Duration every) implements WebhookReply {}

    /** Answers 200 with a body that comes as fast as the sender reads and never ends. */
    record Flood() implements WebhookReply {}

    /** Waits before another reply. */
    record When(CountDownLatch opened, WebhookReply then) implements WebhookReply {}

    static WebhookReply accept() {
        return status(204);
    }

    static WebhookReply acceptAfter(Duration time) {
        return new Answer(204, Map.of(), "", time);
    }

    static WebhookReply status(int status) {
        return new Answer(status, Map.of(), "", Duration.ZERO);
    }

    static WebhookReply status(int status, String header, String value) {
        return new Answer(status, Map.of(header, value), "", Duration.ZERO);
    }

    static WebhookReply body(int status, String body) {
        return new Answer(status, Map.of("Content-Type", "text/plain"), body, Duration.ZERO);
    }
}
