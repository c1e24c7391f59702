package dev.signalbox.benchmarks.load;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What kind of load it is. */
enum LoadScenario {
    /** Orders at a constant rate. */
    CREATE(Duration.ofSeconds(30), Duration.ofSeconds(1)),
    /** The same, and for some seconds many times as many. */
    SPIKE(Duration.ofSeconds(60), Duration.ofSeconds(1)),
    /** A constant rate for a long time, to see what changes meanwhile. */
    SOAK(Duration.ofMinutes(10), Duration.ofSeconds(10));

    private final Duration duration;
    private final Duration interval;

    LoadScenario(Duration duration, Duration interval) {
        this.duration = duration;
        this.interval = interval;
    }

    static Optional<LoadScenario> named(String word) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.toString().equals(word))
                .findFirst();
    }

    /** How long it is unless another time is asked for. */
    Duration duration() {
        return duration;
    }

    /** How often it is looked at unless another time is asked for. */
    Duration interval() {
        return interval;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
