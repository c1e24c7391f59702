package dev.signalbox.server.web;

import dev.signalbox.runtime.office.RelayOffice;
import dev.signalbox.runtime.office.RelayStatuses;
import java.util.Optional;

/** Finds the office of the relay that a request names. */
final class Offices {
    private Offices() {}

    static RelayOffice find(RelayStatuses statuses, String relay) {
        Optional<RelayOffice> office = statuses.office(relay);
        return office.orElseThrow(() -> {
            boolean exists =
                    statuses.relays().stream().anyMatch(view -> view.name().equals(relay));
            return exists
                    ? ProblemException.unavailable("The database of relay " + relay + " has not been reached yet.")
                    : ProblemException.noSuch("relay", relay);
        });
    }
}
