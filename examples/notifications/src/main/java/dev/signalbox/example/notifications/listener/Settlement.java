package dev.signalbox.example.notifications.listener;

import java.time.Duration;

/** What becomes of a message that was delivered. */
sealed interface Settlement {
    /** It is done, now or before. */
    record Done() implements Settlement {}

    /** It has failed, and is to be delivered again after a pause. */
    record Again(Duration pause) implements Settlement {}

    /** It goes to the dead-letter queue. */
    record Dead() implements Settlement {}
}
