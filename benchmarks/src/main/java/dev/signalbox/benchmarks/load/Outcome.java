package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.traffic.Quantiles;
import dev.signalbox.benchmarks.load.verify.Agreement;
import dev.signalbox.benchmarks.load.verify.Verdict;
import dev.signalbox.benchmarks.report.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a run.
 *
 * @param seconds for which orders were made, the warm-up included
 * @param labels how often there was which answer
 * @param verdict empty if events were out of sight
 * @param agreement empty if sums were not compared
 * @param problems what went wrong beside that, in words
 */
record Outcome(
        Wishes wishes,
        double seconds,
        Times times,
        Map<String, Long> labels,
        long made,
        long errors,
        long dropped,
        Optional<Verdict> verdict,
        Optional<Agreement> agreement,
        List<String> problems,
        List<Sample> samples) {
    Outcome {
        labels = Map.copyOf(labels);
        problems = List.copyOf(problems);
        samples = List.copyOf(samples);
    }

    /**
     * How long things took, after the warm-up.
     *
     * @param creations answers to new orders
     * @param changes answers to changes of orders
     * @param answers both
     * @param events from the transaction to the reader
     */
    record Times(Quantiles creations, Quantiles changes, Quantiles answers, Quantiles events) {}

    Quantiles answers() {
        return times.answers();
    }

    Quantiles events() {
        return times.events();
    }

    long duplicates() {
        return verdict.map(Verdict::duplicates).orElse(0L);
    }

    /** Infinite if all was never well again. */
    double recoverySeconds() {
        return recovery().map(Recovery::seconds).orElse(0.0);
    }

    /** Of a spike. */
    Optional<Recovery> recovery() {
        return wishes.scenario() == LoadScenario.SPIKE
                ? Optional.of(Recovery.of(samples, wishes.schedule()))
                : Optional.empty();
    }

    /** Of a soak; empty if it was too short to say. */
    List<Drift> drifts() {
        return wishes.scenario() == LoadScenario.SOAK ? Drift.of(samples) : List.of();
    }

    /** How many figures drifted. */
    long drifted() {
        return drifts().stream().filter(Drift::isDrifting).count();
    }

    /** Broken promises, in words. */
    List<String> faults() {
        List<String> faults = new ArrayList<>(problems);
        verdict.ifPresent(it -> faults.addAll(it.faults()));
        agreement.filter(it -> !it.reached()).ifPresent(it -> {
            faults.add("the consumer's sums are not those of the service");
            faults.addAll(it.differences());
        });
        return faults;
    }

    /** Limits that were exceeded, in words. */
    List<String> missed() {
        return wishes.thresholds().stream()
                .map(threshold -> threshold.missed(this))
                .flatMap(Optional::stream)
                .toList();
    }

    boolean isGood() {
        return faults().isEmpty() && missed().isEmpty();
    }
}
