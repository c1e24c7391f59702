package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.ArrivalSchedule.PhaseKind;
import dev.signalbox.benchmarks.load.LatencyHistogram.Percentiles;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes a sample of all counters at a fixed interval, on its own thread. */
final class LoadSampler {
    private static final double NANOS = 1e9;
    private static final double KILOBYTES = 1 << 10;

    private final LoadState state;
    private final OptionalLong nodePid;
    private final Duration interval;
    private final Consumer<Sample> listener;
    private final Clock clock;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final List<Sample> samples = new ArrayList<>();
    private final long beginning;
    private final Thread thread = Thread.ofVirtual().name("sampler").unstarted(this::run);
    private volatile boolean settling;
    private long lastTime;
    private long lastAccepted;
    private long lastErrors;
    private long lastDropped;

    /**
     * What happened since the sample before.
     *
     * @param seconds since the beginning
     * @param waiting events of accepted requests that have not arrived
     * @param rssMegabytes the memory of the Signalbox process; 0 if it is out of reach
     */
    record Sample(
            double seconds,
            String phase,
            double ordersRate,
            long errors,
            long dropped,
            int inFlight,
            long waiting,
            Percentiles answers,
            Percentiles events,
            double rssMegabytes) {
        @Override
        public String toString() {
            return String.format(
                            Locale.ROOT,
                            "%6.1f s %-8s  %.0f orders/s  answers %s  events %s  %d waiting  %d in flight",
                            seconds,
                            phase,
                            ordersRate,
                            answers,
                            events,
                            waiting,
                            inFlight)
                    + (errors > 0 ? "  " + errors + " errors" : "")
                    + (dropped > 0 ? "  " + dropped + " dropped" : "")
                    + (rssMegabytes > 0 ? "  " + Math.round(rssMegabytes) + " MB" : "");
        }
    }

    /** @param nodePid the process of Signalbox, if it is known */
    LoadSampler(
            LoadState state,
            OptionalLong nodePid,
            Duration interval,
            Consumer<Sample> listener,
            long beginning,
            Clock clock) {
        this.state = state;
        this.nodePid = nodePid;
        this.interval = interval;
        this.listener = listener;
        this.beginning = beginning;
        this.lastTime = beginning;
        this.clock = clock;
    }

    void start() {
        thread.start();
    }

    /** No more orders are sent. */
    void settle() {
        settling = true;
    }

    List<Sample> stop() throws InterruptedException {
        stop.countDown();
        thread.join();
        return List.copyOf(samples);
    }

    private void run() {
        try {
            while (!stop.await(Math.max(0, lastTime + interval.toNanos() - clock.nanos()), TimeUnit.NANOSECONDS)) {
                sample();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sample() {
        long now = clock.nanos();
        LoadCounters counters = state.counters();
        long accepted = counters.accepted().sum();
        long errors = counters.errors().sum();
        long dropped = counters.dropped().sum();
        // The phase in the middle of the interval
        PhaseKind phase =
                settling ? PhaseKind.SETTLING : state.schedule().kindAt(now - beginning - (now - lastTime) / 2);
        Sample sample = new Sample(
                (now - beginning) / NANOS,
                phase.toString(),
                (accepted - lastAccepted) / ((now - lastTime) / NANOS),
                errors - lastErrors,
                dropped - lastDropped,
                counters.inFlight().get(),
                state.check().missing(),
                counters.answers().recent(),
                counters.events().recent(),
                nodePid.isPresent() ? residentMegabytes(nodePid.getAsLong()) : 0);
        lastTime = now;
        lastAccepted = accepted;
        lastErrors = errors;
        lastDropped = dropped;
        samples.add(sample);
        listener.accept(sample);
    }

    private static double residentMegabytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / KILOBYTES)
                    .sum();
        } catch (IOException e) {
            return 0; // the process has ended, or the system has no /proc
        }
    }
}
