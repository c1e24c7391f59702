package dev.signalbox.example.notifications.listener;

import java.time.Duration;

/** What becomes of a message that was delivered. */
sealed interface Acknowledgement {
    /** It is done, now or before. */
    record Ack() implements Acknowledgement {}

    /** It has failed, and is to be delivered again after a pause. */
    record Redeliver(Duration pause) implements Acknowledgement {}

    /** It goes to the dead-letter queue. */
    record Reject() implements Acknowledgement {}
}
