package dev.signalbox.server.web;

import dev.signalbox.runtime.office.LogOffice;
import java.util.List;

/** Knows the event logs that this node follows or would take over. */
@FunctionalInterface
public interface PublisherDesk {
    /** Where to turn to about each log, in the order of the configuration, also before its database was reached. */
    List<LogOffice> logs();
}
