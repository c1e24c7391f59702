package dev.signalbox.runtime.relays;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.WakeUpTarget;
import java.util.List;

/** All pairs that follow one table, which tells all of them at once. */
record FeedWakeUpTargets(List<? extends WakeUpTarget> feeds) implements WakeUpTarget {
    @Override
    public void wake() {
        feeds.forEach(WakeUpTarget::wake);
    }

    @Override
    public void wakeUps(PollSchedule.WakeUps state) {
        feeds.forEach(pair -> pair.wakeUps(state));
    }

    /** As soon as one of them would rather be told. */
    @Override
    public boolean isIdle() {
        return feeds.stream().anyMatch(WakeUpTarget::isIdle);
    }
}
