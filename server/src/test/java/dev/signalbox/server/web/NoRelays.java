package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.admin.RelayAdmin;
import dev.signalbox.runtime.admin.RelayView;
import java.util.List;
import java.util.Optional;

/** A node that has no relays. */
final class NoRelays implements NodeRelays {
    @Override
    public List<String> eventRelays() {
        return List.of();
    }

    @Override
    public List<RelayView> relays() {
        return List.of();
    }

    @Override
    public Optional<RelayAdmin> admin(String relay) {
        return Optional.empty();
    }
}
