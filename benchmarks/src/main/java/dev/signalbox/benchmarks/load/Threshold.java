package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A value that must not be exceeded. */
record Threshold(String option, Finding.Kind kind, double limit, Measure measure) {
    /** What is held against the limit; infinite if it never came to an end. */
    @FunctionalInterface
    interface Measure {
        double of(Outcome outcome);
    }

    Finding finding(Outcome outcome) {
        return new Finding(
                outcome.wishes().scenario().toString(),
                option,
                kind,
                Spread.of(List.of(measure.of(outcome))),
                Optional.of(Bar.atMost(limit)),
                "",
                "");
    }

    /** A line if the limit was exceeded. */
    Optional<String> missed(Outcome outcome) {
        double value = measure.of(outcome);
        if (value <= limit) {
            return Optional.empty();
        }
        return Optional.of(option + ": " + shown(value) + " is more than " + shown(limit));
    }

    private String shown(double value) {
        if (Double.isInfinite(value)) {
            return "never";
        }
        return switch (kind) {
            case MILLIS -> String.format(Locale.ROOT, "%.1f ms", value);
            case SECONDS -> String.format(Locale.ROOT, "%.1f s", value);
            case COUNT, RATIO, PER_SECOND -> String.format(Locale.ROOT, "%.0f", value);
        };
    }
}
