package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.stage.Probe;
import dev.signalbox.benchmarks.load.traffic.Meters;
import dev.signalbox.benchmarks.load.traffic.Phase;
import dev.signalbox.benchmarks.load.traffic.Quantiles;
import dev.signalbox.benchmarks.load.traffic.Schedule;
import dev.signalbox.benchmarks.load.verify.OrderLedger;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Sample;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at everything now and then, on a thread of its own, and tells of it. */
final class Sampler {
    private static final double NANOS = 1e9;

    private final Subject subject;
    private final Duration interval;
    private final Consumer<Sample> audience;
    private final Clock clock;
    private final StopSignal ending;
    private final List<Sample> samples = new ArrayList<>();
    private final long beginning;
    private final Thread thread = Thread.ofVirtual().name("sampler").unstarted(this::run);
    private volatile boolean settling;
    private volatile @Nullable String problem;
    private long lastLook;
    private long lastMade;
    private long lastErrors;
    private long lastDropped;

    /** What it looks at. */
    record Subject(Schedule schedule, Meters meters, OrderLedger ledger, Optional<Probe> probe) {}

    private Sampler(Subject subject, Duration interval, Consumer<Sample> audience, long beginning, Clock clock) {
        this.subject = subject;
        this.interval = interval;
        this.audience = audience;
        this.beginning = beginning;
        this.lastLook = beginning;
        this.clock = clock;
        this.ending = new StopSignal(clock);
    }

    static Sampler start(Subject subject, Duration interval, Consumer<Sample> audience, long beginning, Clock clock) {
        Sampler sampler = new Sampler(subject, interval, audience, beginning, clock);
        sampler.thread.start();
        return sampler;
    }

    /** No more orders are made. */
    void settle() {
        settling = true;
    }

    /** Stops looking. */
    List<Sample> finish() throws InterruptedException {
        ending.begin();
        thread.join();
        return List.copyOf(samples);
    }

    /** Why it could not look at the tables any more, if so. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private void run() {
        try {
            while (ending.waitUntil(lastLook + interval.toNanos())) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        long now = clock.nanos();
        Meters meters = subject.meters();
        double seconds = (now - lastLook) / NANOS;
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.WAITING, (double) subject.ledger().missing());
        figures.put(Figure.ORDERS_RATE, (meters.made() - lastMade) / seconds);
        figures.put(Figure.ERRORS, (double) (meters.errors() - lastErrors));
        figures.put(Figure.DROPPED, (double) (meters.droppedRequests() - lastDropped));
        figures.put(Figure.IN_FLIGHT, (double) meters.inFlight());
        Quantiles answers = meters.answers().recent();
        if (answers.count() > 0) {
            figures.put(Figure.ANSWER_P50_MILLIS, answers.p50());
            figures.put(Figure.ANSWER_P95_MILLIS, answers.p95());
            figures.put(Figure.ANSWER_P99_MILLIS, answers.p99());
        }
        Quantiles events = meters.events().recent();
        if (events.count() > 0) {
            figures.put(Figure.EVENT_P50_MILLIS, events.p50());
            figures.put(Figure.EVENT_P95_MILLIS, events.p95());
            figures.put(Figure.EVENT_P99_MILLIS, events.p99());
        }
        subject.probe().filter(_ -> problem == null).ifPresent(probe -> addTo(figures, probe));
        // What was going on for most of the time since the last look
        long middle = now - beginning - (now - lastLook) / 2;
        Phase.Kind phase = settling ? Phase.Kind.SETTLING : subject.schedule().kindAt(middle);
        lastMade = meters.made();
        lastErrors = meters.errors();
        lastDropped = meters.droppedRequests();
        lastLook = now;
        Sample sample = new Sample((now - beginning) / NANOS, phase.toString(), figures);
        samples.add(sample);
        audience.accept(sample);
    }

    private void addTo(Map<Figure, Double> figures, Probe probe) {
        try {
            figures.putAll(probe.look());
        } catch (IOException e) {
            problem = e.getMessage();
        }
    }
}
