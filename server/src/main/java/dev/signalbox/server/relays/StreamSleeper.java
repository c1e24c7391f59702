package dev.signalbox.server.relays;

import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.relay.Sleeper;

/** A relay that is woken by a change stream, and asks in growing steps where there is none. */
record StreamSleeper(Sleeper relay) implements Sleeper {
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
        switch (state) {
            case ABSENT -> AdaptivePolling.of(relay);
            case UNARMED, ARMED -> relay.wakeUps(state);
        }
    }
}
