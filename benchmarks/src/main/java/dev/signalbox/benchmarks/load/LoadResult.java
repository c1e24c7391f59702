package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.ArrivalSchedule.PhaseKind;
import dev.signalbox.benchmarks.load.LatencyHistogram.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The measurements and checks of a run.
 *
 * @param seconds for which orders were sent, the warm-up included
 * @param check empty if events could not be read
 * @param sums empty if sums were not compared
 * @param problems other failures
 */
record LoadResult(
        LoadPlan plan,
        double seconds,
        LoadCounters counters,
        Optional<OrderEventCheck.Result> check,
        Optional<SumComparison> sums,
        List<String> problems,
        List<LoadSampler.Sample> samples) {
    LoadResult {
        problems = List.copyOf(problems);
        samples = List.copyOf(samples);
    }

    Percentiles answers() {
        return counters.answers().all();
    }

    Percentiles events() {
        return counters.events().all();
    }

    long errors() {
        return counters.errors().sum();
    }

    long dropped() {
        return counters.dropped().sum();
    }

    long duplicates() {
        return check.map(result -> result.totals().duplicates()).orElse(0L);
    }

    /** Of a spike; infinite if the system did not recover. */
    double recoverySeconds() {
        return SampleTrend.recoverySeconds(samples, plan.schedule().endOf(PhaseKind.SPIKE));
    }

    /** How many values of a soak drift. */
    long drifting() {
        return SampleTrend.drifts(samples).stream()
                .filter(SampleTrend.Drift::drifting)
                .count();
    }

    List<String> faults() {
        List<String> faults = new ArrayList<>(problems);
        check.ifPresent(result -> faults.addAll(result.faults()));
        sums.filter(comparison -> !comparison.equal()).ifPresent(comparison -> {
            faults.add("the consumer's sums are not those of the service");
            faults.addAll(comparison.differences());
        });
        return faults;
    }

    boolean isGood() {
        return faults().isEmpty() && plan.limits().stream().allMatch(limit -> limit.isKept(this));
    }
}
