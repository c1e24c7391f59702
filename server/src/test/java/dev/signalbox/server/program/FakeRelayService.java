package dev.signalbox.server.program;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.runtime.RelayService;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.RelayAdmin;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.platform.EventPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A relay service with the state that a test sets. */
final class FakeRelayService implements RelayService {
    volatile List<Health.Check> checks = List.of();
    volatile List<String> unknown = List.of();
    volatile boolean clean = true;
    volatile boolean started;
    volatile boolean failing;

    @Override
    public void start() {
        started = true;
    }

    @Override
    public StopResult stop(Duration grace) {
        return new StopResult(clean, unknown);
    }

    @Override
    public List<Health.Check> checks() {
        return checks;
    }

    @Override
    public List<RelayView> relays() {
        if (failing) {
            throw new IllegalStateException("a secret of the inside");
        }
        return List.of(new RelayView(
                "events",
                "shop",
                "api",
                "outbox_events",
                "https://api.example.com/x",
                RelayView.State.DELIVERING,
                3,
                300,
                1,
                0,
                0,
                null,
                null));
    }

    @Override
    public List<String> eventRelays() {
        return List.of();
    }

    @Override
    public Optional<RelayAdmin> admin(String relay) {
        return Optional.empty();
    }

    @Override
    public Optional<EventPlatform> platform() {
        return Optional.empty();
    }

    @Override
    public List<LogAdmin> logs() {
        return List.of();
    }
}
