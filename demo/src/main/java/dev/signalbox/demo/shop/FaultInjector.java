package dev.signalbox.demo.shop;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Decides which requests the receiver fails: a few at random, and all during an outage now and then. */
public final class FaultInjector {
    private static final double ERROR_RATE = 1 / 50.0;
    private static final double LOST_ANSWER_RATE = 1 / 150.0;
    /** Successful requests between two failures: a message that fails four times would be dead-lettered. */
    private static final int APART = 12;

    private boolean disabled;
    private long outageBegins;
    private long outageEnds;
    private int sinceFault;

    public FaultInjector(boolean disabled) {
        this.disabled = disabled;
        planOutage(Clock.SYSTEM.nanos() + seconds(5, 9));
    }

    enum Fault {
        NONE,
        SERVER_ERROR,
        /** The request is processed, but the sender gets no answer. */
        LOST_ANSWER,
        OUTAGE
    }

    synchronized boolean isOutage() {
        long now = Clock.SYSTEM.nanos();
        return !disabled && now >= outageBegins && now < outageEnds;
    }

    synchronized Fault next() {
        if (disabled) {
            return Fault.NONE;
        }
        long now = Clock.SYSTEM.nanos();
        if (now >= outageEnds) {
            planOutage(now + seconds(18, 30));
        }
        if (now >= outageBegins) {
            return Fault.OUTAGE;
        }
        if (++sinceFault <= APART) {
            return Fault.NONE;
        }
        double drawn = ThreadLocalRandom.current().nextDouble();
        if (drawn >= ERROR_RATE + LOST_ANSWER_RATE) {
            return Fault.NONE;
        }
        sinceFault = 0;
        return drawn < ERROR_RATE ? Fault.SERVER_ERROR : Fault.LOST_ANSWER;
    }

    public synchronized void disable() {
        disabled = true;
    }

    private void planOutage(long begin) {
        outageBegins = begin;
        outageEnds = begin + seconds(3, 6);
    }

    private static long seconds(int least, int most) {
        return ThreadLocalRandom.current()
                .nextLong(
                        Duration.ofSeconds(least).toNanos(),
                        Duration.ofSeconds(most).toNanos());
    }
}
