package dev.signalbox.runtime.relays;

import dev.signalbox.runtime.logs.RunningLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures the backlogs of a source's relays periodically, for the metrics, until the source stops. */
record BacklogSampler(List<RunningRelayAdmin> admins, List<RunningLog> logs, CountDownLatch stopped)
        implements Runnable {
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration EVERY = Duration.ofSeconds(15);

    @Override
    public void run() {
        try {
            Duration wait = FIRST;
            while (!stopped.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                admins.forEach(RunningRelayAdmin::sample);
                logs.forEach(RunningLog::sample);
                wait = EVERY;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
