package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.PollSchedule;

/** Who is to be woken when a table has new rows. */
public interface WakeUpTarget {
    /** Whether it would rather be told than ask. */
    boolean isIdle();

    /** The table has new rows, or may have. */
    void wake();

    /** Whether it will be told has changed. */
    void wakeUps(PollSchedule.WakeUps state);
}
