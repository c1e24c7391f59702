package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.LogAdmin;
import java.util.List;

/** Knows the event logs that this node follows or would take over. */
@FunctionalInterface
public interface NodeLogs {
    /** Where to turn to about each log, in the order of the configuration, also before its database was reached. */
    List<LogAdmin> logs();
}
