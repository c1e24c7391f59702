package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.PollSchedule;

/** A relay that is woken when its table has new rows. */
public interface WakeUpTarget {
    /** Whether it prefers wake-ups to polling. */
    boolean isIdle();

    /** The table has new rows, or may have. */
    void wake();

    /** Whether it gets wake-ups has changed. */
    void wakeUps(PollSchedule.WakeUps state);
}
