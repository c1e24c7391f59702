package dev.signalbox.postgres.notify;

import static org.awaitility.Awaitility.await;

import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.relay.Sleeper;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands where a relay would be, and is idle when told so. */
final class TestSleeper implements Sleeper {
    private final AtomicInteger wakes = new AtomicInteger();
    private volatile Pace.WakeUps state = Pace.WakeUps.ABSENT;
    private volatile boolean idle;

    @Override
    public boolean isIdle() {
        return idle;
    }

    /** A relay that is woken is not idle any more. */
    @Override
    public void wake() {
        idle = false;
        wakes.incrementAndGet();
    }

    @Override
    public void wakeUps(Pace.WakeUps changed) {
        state = changed;
    }

    int wakes() {
        return wakes.get();
    }

    Pace.WakeUps state() {
        return state;
    }

    void becomeIdle() {
        idle = true;
    }

    void becomeBusy() {
        idle = false;
    }

    TestSleeper awaits(Pace.WakeUps wanted) {
        await("wake-ups " + wanted).until(() -> state == wanted);
        return this;
    }

    /** Falls asleep, and returns once every writer would tell it. */
    TestSleeper sleep() {
        awaits(Pace.WakeUps.UNARMED).becomeIdle();
        return awaits(Pace.WakeUps.ARMED);
    }

    void awaitWakes(int more) {
        await("woken").until(() -> wakes.get() >= more);
    }
}
