package dev.signalbox.core.source;

/**
 * What a claim found, settled, and did not return, because its result is known.
 *
 * @param published was published before, and is done
 * @param uncertain may have been published before, and is dead-lettered where nothing may be published twice
 */
public record SkippedMessages(int published, int uncertain) {
    public static final SkippedMessages NOTHING = new SkippedMessages(0, 0);

    public SkippedMessages plus(SkippedMessages more) {
        return new SkippedMessages(published + more.published, uncertain + more.uncertain);
    }

    public int total() {
        return published + uncertain;
    }
}
