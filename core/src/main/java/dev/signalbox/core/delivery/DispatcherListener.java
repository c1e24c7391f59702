package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;

/** Receives the dispatcher's events, for logs and metrics. Must not block or throw. */
public interface DispatcherListener {
    void count(RelayCounter counter, int messages);

    /** The source has recorded it as done. */
    void completed(Message message);

    void retried(Message message, String reason);

    void parked(Message message, String reason);

    void released(Message message);

    void circuitOpened(String reason);

    void circuitClosed();

    /** Claims of ours belonged to another owner when they were to be settled. */
    void claimsLost(int messages);
}
