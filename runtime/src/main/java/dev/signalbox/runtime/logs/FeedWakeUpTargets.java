package dev.signalbox.runtime.logs;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.WakeUpTarget;
import java.util.List;

/** All feeds of one table. A wake-up of the table wakes all of them. */
public record FeedWakeUpTargets(List<? extends WakeUpTarget> feeds) implements WakeUpTarget {
    @Override
    public void wake() {
        feeds.forEach(WakeUpTarget::wake);
    }

    @Override
    public void wakeUps(PollSchedule.WakeUps state) {
        feeds.forEach(feed -> feed.wakeUps(state));
    }

    /** Idle as soon as one feed is. */
    @Override
    public boolean isIdle() {
        return feeds.stream().anyMatch(WakeUpTarget::isIdle);
    }
}
