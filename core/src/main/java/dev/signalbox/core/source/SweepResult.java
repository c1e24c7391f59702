package dev.signalbox.core.source;

/** What one step of the retention sweep did. */
public record SweepResult(int deleted, boolean more) {
    public static final SweepResult NOTHING = new SweepResult(0, false);
}
