package dev.signalbox.core.source;

/** What a claim found and settled instead of returning it: published before, or perhaps. */
public record SkippedMessages(int published, int uncertain) {
    public static final SkippedMessages NOTHING = new SkippedMessages(0, 0);

    public SkippedMessages plus(SkippedMessages more) {
        return new SkippedMessages(published + more.published, uncertain + more.uncertain);
    }

    public int total() {
        return published + uncertain;
    }
}
