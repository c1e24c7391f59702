package dev.signalbox.example.notifications.listener;

import java.time.Duration;

/** How a delivered message is acknowledged. */
sealed interface Acknowledgement {
    /** It is processed, now or before. */
    record Ack() implements Acknowledgement {}

    /** It failed, and is redelivered after a pause. */
    record Redeliver(Duration pause) implements Acknowledgement {}

    /** It goes to the dead-letter queue. */
    record Reject() implements Acknowledgement {}
}
