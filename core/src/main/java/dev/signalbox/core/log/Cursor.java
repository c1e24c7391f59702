package dev.signalbox.core.log;

/**
 * The recorded progress of a feed: every event with a position up to {@code position} of a transaction below {@code
 * horizon} is delivered, dead-lettered, or covered by a {@link DeferredGroupRow}.
 *
 * <p>For transaction {@code horizon} itself that holds for events up to {@code offset}: a limit may have cut it.
 *
 * <p>A position alone is not enough: positions are taken before their transactions commit, so a lower one may appear
 * after a higher one was read.
 */
public record Cursor(long position, long horizon, long offset) {
    public Cursor(long position, long horizon) {
        this(position, horizon, ReadPosition.NOTHING);
    }
}
