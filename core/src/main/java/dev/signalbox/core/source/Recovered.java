package dev.signalbox.core.source;

/**
 * What a recovery gave back to its source.
 *
 * @param fromFencedOwners rows of owners that have lost their lease
 * @param expired rows that nobody of us claimed, held for longer than the table's time-out
 */
public record Recovered(int fromFencedOwners, int expired) {
    public static final Recovered NOTHING = new Recovered(0, 0);

    public int total() {
        return fromFencedOwners + expired;
    }
}
