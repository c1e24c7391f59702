package dev.signalbox.runtime.admin;

import java.util.List;
import java.util.Optional;

/** Knows how the relays of this node are. */
public interface NodeRelays {
    /** All relays that run here, in the order of the configuration, as this node's memory has them. */
    List<RelayView> relays();

    /** The names of those that work Catbox's table, whether its database was reached or not. */
    List<String> eventRelays();

    /** Where to turn to about the relay of this name; empty if there is none, or its database was not reached yet. */
    Optional<RelayAdmin> admin(String relay);
}
