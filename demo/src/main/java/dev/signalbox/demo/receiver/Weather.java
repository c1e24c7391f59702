package dev.signalbox.demo.receiver;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;

/** Decides how a request fares: mostly well, sometimes not, and now and then nothing works for some seconds. */
public final class Weather {
    private static final double FAULT = 1 / 50.0;
    private static final double LOST_ANSWER = 1 / 150.0;
    /** So many requests go well between two that don't: a message that is unlucky four times would be given up. */
    private static final int APART = 12;

    private final SplittableRandom random;
    private final Clock clock;
    private boolean calm;
    private boolean told = true;
    private long outageBegins;
    private long outageEnds;
    private int sinceTrouble;

    public Weather(SplittableRandom random, Clock clock, boolean calm) {
        this.random = random;
        this.clock = clock;
        this.calm = calm;
        plan(clock.nanos() + seconds(5, 9));
    }

    /** What becomes of a request. */
    public sealed interface Fate {
        /** It is looked at as it should be. */
        record Fair() implements Fate {}

        /** It meets a fault: 500. */
        record Fault() implements Fate {}

        /** It is done, but the answer doesn't get through. */
        record LostAnswer() implements Fate {}

        /**
         * Nothing works at the moment: 503.
         *
         * @param first whether it is the first to meet this outage
         */
        record Outage(boolean first) implements Fate {}
    }

    /** The fate of the next request. */
    public synchronized Fate next() {
        if (calm) {
            return new Fate.Fair();
        }
        long now = clock.nanos();
        if (now >= outageEnds) {
            plan(now + seconds(18, 30));
        }
        if (now >= outageBegins) {
            boolean first = !told;
            told = true;
            return new Fate.Outage(first);
        }
        return small();
    }

    /** From now on everything works. */
    public synchronized void clearUp() {
        calm = true;
    }

    private Fate small() {
        if (++sinceTrouble <= APART) {
            return new Fate.Fair();
        }
        double drawn = random.nextDouble();
        Fate fate = drawn < FAULT
                ? new Fate.Fault()
                : drawn < FAULT + LOST_ANSWER ? new Fate.LostAnswer() : new Fate.Fair();
        if (!(fate instanceof Fate.Fair)) {
            sinceTrouble = 0;
        }
        return fate;
    }

    private void plan(long begin) {
        outageBegins = begin;
        outageEnds = begin + seconds(3, 6);
        told = false;
    }

    private long seconds(int least, int most) {
        return random.nextLong(
                Duration.ofSeconds(least).toNanos(), Duration.ofSeconds(most).toNanos());
    }
}
