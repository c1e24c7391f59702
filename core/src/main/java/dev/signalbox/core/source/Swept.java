package dev.signalbox.core.source;

/** What one step of the retention sweep did. */
public record Swept(int deleted, boolean more) {
    public static final Swept NOTHING = new Swept(0, false);
}
