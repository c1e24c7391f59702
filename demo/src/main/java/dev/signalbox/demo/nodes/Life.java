package dev.signalbox.demo.nodes;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.Meter;
import dev.signalbox.embedded.process.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** One life of a node: a process from its start to its end, and what it says of itself meanwhile. */
final class Life {
    private static final long LOOK_UNTIL_READY = Duration.ofMillis(200).toNanos();
    private static final long LOOK = Duration.ofSeconds(1).toNanos();

    private final Process process;
    private final NodeProbe probe;
    private final Clock clock;
    private final StopSignal ending;
    private final Meter completed;
    private volatile boolean ready;
    private volatile double perSecond;
    private volatile NodeProbe.Figures figures = new NodeProbe.Figures(0, 0, "");

    private Life(Process process, NodeProbe probe, Clock clock) {
        this.process = process;
        this.probe = probe;
        this.clock = clock;
        this.ending = new StopSignal(clock);
        this.completed = new Meter(clock.nanos());
    }

    static Life begin(Process process, NodeProbe probe, Clock clock) {
        Life life = new Life(process, probe, clock);
        Thread.ofVirtual().name("probe").start(life::watch);
        return life;
    }

    /** Whether it has said that it is ready. */
    boolean isReady() {
        return ready;
    }

    /** Deliveries. */
    double perSecond() {
        return perSecond;
    }

    NodeProbe.Figures figures() {
        return figures;
    }

    /** Empty if it doesn't answer. */
    Optional<List<PairStatus>> pairs() throws InterruptedException {
        return ready ? probe.pairs() : Optional.empty();
    }

    /** Its exit code, once it has ended. */
    OptionalInt ended() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** SIGTERM. The process's own method would also close the pipe, which is the sign to kill it. */
    void askToStop() {
        process.toHandle().destroy();
    }

    /** SIGKILL; returns when it is dead. */
    void kill() {
        ending.begin();
        process.destroyForcibly();
        waitFor(Duration.ofSeconds(10));
    }

    /** Returns false if it lives on after this time. */
    boolean waitFor(Duration most) {
        try {
            return process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    private void watch() {
        try {
            do {
                look();
            } while (process.isAlive() && ending.waitUntil(clock.nanos() + (ready ? LOOK : LOOK_UNTIL_READY)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        if (!ready) {
            ready = probe.isReady();
        }
        if (ready) {
            probe.figures().ifPresent(now -> {
                completed.sample(clock.nanos(), now.completed());
                perSecond = completed.perSecond();
                figures = now;
            });
        }
    }
}
