package dev.signalbox.runtime;

import dev.signalbox.runtime.admin.Health;

/** Reports whether this node delivers or is ready to take over. */
public interface Readiness {
    /** Up on a standby too; down while starting or stopping, and when a database has been unreachable for long. */
    Health health();
}
