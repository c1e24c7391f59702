package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.LogAdmin;
import java.util.List;

/** The event logs that this node follows or would take over. */
@FunctionalInterface
public interface NodeLogs {
    /** The admin of each log in the order of the configuration, even before its database was reached. */
    List<LogAdmin> logs();
}
