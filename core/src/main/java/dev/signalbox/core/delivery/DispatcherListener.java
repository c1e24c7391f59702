package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;

/** Receives the dispatcher's events, for logs and metrics; most listeners need a few. Must not block or throw. */
public interface DispatcherListener {
    default void count(RelayCounter counter, int messages) {}

    /** The source has recorded it as done. */
    default void completed(Message message) {}

    default void retried(Message message, String reason) {}

    default void parked(Message message, String reason) {}

    default void released(Message message) {}

    /** The target of this outlet is unavailable. */
    default void circuitOpened(long outlet, String reason) {}

    /** The target of this outlet is back. */
    default void circuitClosed(long outlet) {}

    /** Claims of ours belonged to another owner when they were to be settled. */
    default void claimsLost(int messages) {}
}
