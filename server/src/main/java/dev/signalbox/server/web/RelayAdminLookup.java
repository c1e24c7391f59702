package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.admin.RelayAdmin;
import java.util.Optional;

/** Finds the office of the relay that a request names. */
final class RelayAdminLookup {
    private RelayAdminLookup() {}

    static RelayAdmin find(NodeRelays statuses, String relay) {
        Optional<RelayAdmin> office = statuses.admin(relay);
        return office.orElseThrow(() -> {
            boolean exists =
                    statuses.relays().stream().anyMatch(view -> view.name().equals(relay));
            return exists
                    ? ProblemException.unavailable("The database of relay " + relay + " has not been reached yet.")
                    : ProblemException.noSuch("relay", relay);
        });
    }
}
