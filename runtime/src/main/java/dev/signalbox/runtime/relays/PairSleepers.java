package dev.signalbox.runtime.relays;

import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.relay.Sleeper;
import java.util.List;

/** All pairs that follow one table, which tells all of them at once. */
record PairSleepers(List<? extends Sleeper> pairs) implements Sleeper {
    @Override
    public void wake() {
        pairs.forEach(Sleeper::wake);
    }

    @Override
    public void wakeUps(Pace.WakeUps state) {
        pairs.forEach(pair -> pair.wakeUps(state));
    }

    /** As soon as one of them would rather be told. */
    @Override
    public boolean isIdle() {
        return pairs.stream().anyMatch(Sleeper::isIdle);
    }
}
