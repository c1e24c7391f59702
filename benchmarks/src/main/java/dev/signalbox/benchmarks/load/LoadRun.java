package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.stage.Stage;
import dev.signalbox.benchmarks.load.traffic.Meters;
import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.traffic.OrderClient;
import dev.signalbox.benchmarks.load.traffic.Traffic;
import dev.signalbox.benchmarks.load.verify.Agreement;
import dev.signalbox.benchmarks.load.verify.EventReader;
import dev.signalbox.benchmarks.load.verify.OrderLedger;
import dev.signalbox.benchmarks.load.verify.Sums;
import dev.signalbox.benchmarks.load.verify.Verdict;
import dev.signalbox.benchmarks.report.Sample;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One run: orders are made, their events are waited for, and everything is held against each other. */
final class LoadRun {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Duration LATE_DUPLICATES = Duration.ofMillis(500);
    private static final double NANOS = 1e9;

    private final Wishes wishes;
    private final Stage stage;
    private final Surroundings around;
    private final OrderBook orders;
    private final OrderLedger ledger;
    private final Meters meters = new Meters();
    private final List<String> problems = new ArrayList<>();

    /**
     * What comes from outside.
     *
     * @param name of the run, which no other has
     * @param ending when given, no further orders are made
     */
    record Surroundings(String name, Clock clock, InstantSource wallClock, StopSignal ending, Consumer<String> news) {}

    LoadRun(Wishes wishes, Stage stage, Surroundings around) {
        this.wishes = wishes;
        this.stage = stage;
        this.around = around;
        this.orders = new OrderBook(around.name(), wishes.schedule().size(), wishes.advanced());
        this.ledger = new OrderLedger(orders.size());
    }

    Outcome run(Consumer<Sample> audience) throws IOException, InterruptedException {
        EventReader.Subject subject = new EventReader.Subject(orders, wishes.schedule(), ledger, meters);
        Optional<String> kafka = stage.kafka();
        if (kafka.isEmpty()) {
            return make(Optional.empty(), audience);
        }
        try (EventReader reader = EventReader.start(kafka.get(), subject, around.wallClock())) {
            return make(Optional.of(reader), audience);
        }
    }

    private Outcome make(Optional<EventReader> reader, Consumer<Sample> audience)
            throws IOException, InterruptedException {
        long beginning = around.clock().nanos();
        Sampler sampler = Sampler.start(
                new Sampler.Subject(wishes.schedule(), meters, ledger, stage.probe()),
                wishes.interval(),
                audience,
                beginning,
                around.clock());
        List<Sample> samples;
        double seconds;
        try (OrderClient client = new OrderClient(stage.service(), wishes.timeout())) {
            Traffic.Parts parts = new Traffic.Parts(wishes.schedule(), orders, client, ledger, meters);
            Traffic traffic = new Traffic(parts, wishes.mostInFlight(), around.ending(), around.clock());
            traffic.run(beginning);
            seconds = (around.clock().nanos() - beginning) / NANOS;
            if (!traffic.awaitAnswers(wishes.timeout().plus(wishes.patience()))) {
                problems.add("some requests had neither an answer nor a timeout");
            }
            sampler.settle();
            if (reader.isPresent()) {
                awaitEvents();
            }
        } finally {
            samples = sampler.finish();
        }
        sampler.problem().ifPresent(problems::add);
        return judge(reader, samples, seconds);
    }

    /** As long as some arrive, and a while more. */
    private void awaitEvents() throws InterruptedException {
        long last = around.clock().nanos();
        long seen = ledger.seen();
        while (ledger.missing() > 0
                && around.clock().nanos() - last < wishes.patience().toNanos()) {
            Thread.sleep(BETWEEN_LOOKS);
            if (ledger.seen() > seen) {
                seen = ledger.seen();
                last = around.clock().nanos();
            }
        }
        Thread.sleep(LATE_DUPLICATES);
    }

    private Outcome judge(Optional<EventReader> reader, List<Sample> samples, double seconds)
            throws IOException, InterruptedException {
        if (reader.isPresent()) {
            reader.get().finish();
            reader.get().problem().ifPresent(problems::add);
        }
        Optional<Verdict> verdict = reader.map(it -> Verdict.of(ledger, orders, it.unreadable()));
        Optional<Agreement> agreement = compare(verdict);
        return new Outcome(
                wishes,
                seconds,
                new Outcome.Times(
                        meters.creations().all(),
                        meters.changes().all(),
                        meters.answers().all(),
                        meters.events().all()),
                meters.byLabel(),
                meters.made(),
                meters.errors(),
                meters.droppedRequests(),
                verdict,
                agreement,
                problems,
                samples);
    }

    private Optional<Agreement> compare(Optional<Verdict> verdict) throws IOException, InterruptedException {
        Optional<Sums> sums = stage.sums(ledger, orders);
        if (sums.isEmpty()) {
            return Optional.empty();
        }
        if (stage.probe().isEmpty() && isUncertain(verdict)) {
            around.news().accept("the sums are not compared: nobody knows what came of some requests");
            return Optional.empty();
        }
        around.news().accept("comparing the consumer's sums with the service's …");
        return Optional.of(Agreement.await(sums.get(), wishes.patience(), around.clock()));
    }

    /** Without a look into the tables, a lost answer leaves open what the service has. */
    private boolean isUncertain(Optional<Verdict> verdict) {
        return verdict.map(it -> it.uncertain() > 0).orElse(meters.errors() > 0);
    }
}
