package dev.signalbox.runtime;

import dev.signalbox.runtime.admin.Health;

/** Knows whether this node works or could take over at once. */
public interface Readiness {
    /** Up on a standby too; down while starting or stopping, and when a database has been out of reach for long. */
    Health health();
}
