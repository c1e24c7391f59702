package dev.signalbox.server.web;

import dev.signalbox.runtime.office.RelayOffice;
import dev.signalbox.runtime.office.RelayStatuses;
import dev.signalbox.runtime.office.RelayView;
import java.util.List;
import java.util.Optional;

/** A node that has no relays. */
final class NoRelays implements RelayStatuses {
    @Override
    public List<String> eventRelays() {
        return List.of();
    }

    @Override
    public List<RelayView> relays() {
        return List.of();
    }

    @Override
    public Optional<RelayOffice> office(String relay) {
        return Optional.empty();
    }
}
