package dev.signalbox.demo.view;

import dev.signalbox.demo.Snapshot;
import java.time.Duration;

/** Shows how things stand. */
public interface View extends AutoCloseable {
    /** How often it wants to show something. */
    Duration every();

    /** Shows a moment. */
    void show(Snapshot now) throws InterruptedException;

    /** Leaves the terminal as it was. */
    @Override
    void close();
}
