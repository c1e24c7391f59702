package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.admin.RelayAdmin;
import java.util.Optional;

/** Finds the admin of the relay that a request names. */
final class RelayAdminLookup {
    private RelayAdminLookup() {}

    static RelayAdmin find(NodeRelays relays, String relay) {
        Optional<RelayAdmin> admin = relays.admin(relay);
        return admin.orElseThrow(() -> {
            boolean exists =
                    relays.relays().stream().anyMatch(view -> view.name().equals(relay));
            return exists
                    ? ProblemException.unavailable("The database of relay " + relay + " has not been reached yet.")
                    : ProblemException.noSuch("relay", relay);
        });
    }
}
