package dev.signalbox.benchmarks.report;

/** What a measured value is to reach. */
public record Bar(Side side, double limit) {
    /** On which side of the limit it is good to be. */
    public enum Side {
        AT_LEAST,
        AT_MOST
    }

    public static Bar atLeast(double limit) {
        return new Bar(Side.AT_LEAST, limit);
    }

    public static Bar atMost(double limit) {
        return new Bar(Side.AT_MOST, limit);
    }

    public boolean isReachedBy(double value) {
        return switch (side) {
            case AT_LEAST -> value >= limit;
            case AT_MOST -> value <= limit;
        };
    }

    @Override
    public String toString() {
        String number = limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit);
        return (side == Side.AT_LEAST ? "≥ " : "≤ ") + number;
    }
}
