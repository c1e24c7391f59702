package dev.signalbox.demo.workload;

import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;

/** Repeats a step on its own thread until it is stopped. */
public final class PeriodicTask {
    /** A step that takes long is repeated less often, so that it takes at most a third of the time. */
    private static final int PAUSE_PER_WORK = 2;

    private final StopSignal ending = new StopSignal();
    private final Thread thread;

    @FunctionalInterface
    public interface Step {
        void run() throws SQLException, IOException, InterruptedException;
    }

    /**
     * Starts the task.
     *
     * @param onFailure gets the message of an exception, which ends the task
     */
    public PeriodicTask(String name, Duration interval, Step step, Consumer<String> onFailure) {
        this.thread = Thread.ofVirtual().name(name).start(() -> repeat(interval, step, onFailure));
    }

    private void repeat(Duration interval, Step step, Consumer<String> onFailure) {
        try {
            long began;
            long now;
            do {
                began = Clock.SYSTEM.nanos();
                step.run();
                now = Clock.SYSTEM.nanos();
            } while (ending.waitUntil(Math.max(began + interval.toNanos(), now + PAUSE_PER_WORK * (now - began))));
        } catch (SQLException | IOException | RuntimeException e) {
            onFailure.accept(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops after the current step, without waiting for it. */
    public void askToStop() {
        ending.begin();
    }

    /** Stops, and waits for the end of the current step. */
    public void stop() throws InterruptedException {
        ending.begin();
        thread.join();
    }
}
