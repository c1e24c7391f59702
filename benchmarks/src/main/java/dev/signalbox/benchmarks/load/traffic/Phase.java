package dev.signalbox.benchmarks.load.traffic;

import java.time.Duration;

/**
 * A time with one rate.
 *
 * @param rate new orders a second
 */
public record Phase(Kind kind, double rate, Duration duration) {
    /** What it is for. */
    public enum Kind {
        /** Its times do not count: the JVMs compile. */
        WARM_UP("warm-up"),
        STEADY("steady"),
        SPIKE("spike"),
        /** The usual rate, after a spike. */
        AFTER("after"),
        /** Nothing is made any more: what was made arrives. */
        SETTLING("settling");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** How many orders are made in it. */
    long orders() {
        return Math.round(rate * duration.toMillis() / 1000.0);
    }
}
