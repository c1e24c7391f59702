package dev.signalbox.server.web;

import java.util.List;

/** Knows how the relays of this node are. */
public interface RelayStatuses {
    /** All relays that run here, in the order of the configuration. */
    List<RelayView> relays();
}
