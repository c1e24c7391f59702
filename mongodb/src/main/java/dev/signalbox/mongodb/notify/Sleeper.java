package dev.signalbox.mongodb.notify;

import dev.signalbox.core.delivery.Pace;

/** Who is to be woken when a collection has new messages. */
public interface Sleeper {
    /** Whether it would rather be told than ask. */
    boolean isIdle();

    /** The collection has new messages, or may have. */
    void wake();

    /** Whether it will be told has changed. */
    void wakeUps(Pace.WakeUps state);
}
