package dev.signalbox.benchmarks.report;

/** What a measured value should reach: at least the limit, or at most. */
public record Threshold(boolean least, double limit) {
    public static Threshold atLeast(double limit) {
        return new Threshold(true, limit);
    }

    public static Threshold atMost(double limit) {
        return new Threshold(false, limit);
    }

    public boolean isReachedBy(double value) {
        return least ? value >= limit : value <= limit;
    }

    @Override
    public String toString() {
        String number = limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit);
        return (least ? "≥ " : "≤ ") + number;
    }
}
