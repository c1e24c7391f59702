package dev.signalbox.runtime.admin;

import java.util.List;
import java.util.Optional;

/** Shows the relays of this node. */
public interface NodeRelays {
    /** All relays that run here, in the order of the configuration, from memory and without a query. */
    List<RelayView> relays();

    /** The names of the relays on a Catbox table, whether their database was reached or not. */
    List<String> eventRelays();

    /** The admin of the relay of this name; empty if there is none, or its database was not reached yet. */
    Optional<RelayAdmin> admin(String relay);
}
