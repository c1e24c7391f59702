package dev.signalbox.server.relays;

import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.postgres.notify.Sleeper;

/** A relay as the one who listens for new rows sees it. */
record RelaySleeper(Relay relay) implements Sleeper {
    @Override
    public boolean isIdle() {
        return relay.isIdle();
    }

    @Override
    public void wake() {
        relay.wake();
    }

    @Override
    public void wakeUps(Pace.WakeUps state) {
        relay.wakeUps(state);
    }
}
