package dev.signalbox.benchmarks.load;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the options ask for.
 *
 * @param advanced how many of a hundred orders change their status
 * @param interval between two samples
 * @param settle how long to wait for events and sums after the last change
 */
record LoadPlan(
        Scenario scenario,
        ArrivalSchedule schedule,
        int advanced,
        int mostInFlight,
        Duration timeout,
        Duration interval,
        Duration settle,
        List<Limit> limits) {
    LoadPlan {
        limits = List.copyOf(limits);
    }

    /** The shape of the load, with its default duration and sample interval. */
    enum Scenario {
        CREATE(Duration.ofSeconds(30), Duration.ofSeconds(1)),
        SPIKE(Duration.ofSeconds(60), Duration.ofSeconds(1)),
        SOAK(Duration.ofMinutes(10), Duration.ofSeconds(10));

        private final Duration duration;
        private final Duration interval;

        Scenario(Duration duration, Duration interval) {
            this.duration = duration;
            this.interval = interval;
        }

        Duration duration() {
            return duration;
        }

        Duration interval() {
            return interval;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A value that must not be exceeded.
     *
     * @param unit behind the number: " ms", " s" or nothing
     */
    record Limit(String option, String unit, double most, ToDoubleFunction<LoadResult> value) {
        boolean isKept(LoadResult result) {
            return value.applyAsDouble(result) <= most;
        }

        String exceeded(LoadResult result) {
            return option + ": " + shown(value.applyAsDouble(result)) + " is more than " + shown(most);
        }

        private String shown(double number) {
            return Double.isInfinite(number)
                    ? "never"
                    : String.format(Locale.ROOT, unit.isEmpty() ? "%.0f" : "%.1f", number) + unit;
        }
    }
}
