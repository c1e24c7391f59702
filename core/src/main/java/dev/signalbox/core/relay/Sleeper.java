package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Pace;

/** Who is to be woken when a table has new rows. */
public interface Sleeper {
    /** Whether it would rather be told than ask. */
    boolean isIdle();

    /** The table has new rows, or may have. */
    void wake();

    /** Whether it will be told has changed. */
    void wakeUps(Pace.WakeUps state);
}
