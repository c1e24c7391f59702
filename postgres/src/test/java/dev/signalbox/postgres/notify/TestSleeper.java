package dev.signalbox.postgres.notify;

import static org.awaitility.Awaitility.await;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.WakeUpTarget;
import java.util.concurrent.atomic.AtomicInteger;

/** A test double of a relay that becomes idle on request. */
final class TestSleeper implements WakeUpTarget {
    private final AtomicInteger wakes = new AtomicInteger();
    private volatile PollSchedule.WakeUps state = PollSchedule.WakeUps.ABSENT;
    private volatile boolean idle;

    @Override
    public boolean isIdle() {
        return idle;
    }

    /** A relay that was woken is no longer idle. */
    @Override
    public void wake() {
        idle = false;
        wakes.incrementAndGet();
    }

    @Override
    public void wakeUps(PollSchedule.WakeUps changed) {
        state = changed;
    }

    int wakes() {
        return wakes.get();
    }

    PollSchedule.WakeUps state() {
        return state;
    }

    void becomeIdle() {
        idle = true;
    }

    void becomeBusy() {
        idle = false;
    }

    TestSleeper awaits(PollSchedule.WakeUps wanted) {
        await("wake-ups " + wanted).until(() -> state == wanted);
        return this;
    }

    /** Becomes idle, and returns once every writer would notify it. */
    TestSleeper sleep() {
        awaits(PollSchedule.WakeUps.UNARMED).becomeIdle();
        return awaits(PollSchedule.WakeUps.ARMED);
    }

    void awaitWakes(int more) {
        await("woken").until(() -> wakes.get() >= more);
    }
}
