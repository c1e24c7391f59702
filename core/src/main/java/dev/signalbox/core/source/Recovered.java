package dev.signalbox.core.source;

/**
 * What a recovery gave back to its source.
 *
 * @param fromFencedOwners rows of owners that have lost their lease
 * @param expired rows that nobody of us claimed, held for longer than the table's time-out
 * @param more something could not be given back yet, because somebody has it locked: worth another try soon
 */
public record Recovered(int fromFencedOwners, int expired, boolean more) {
    public static final Recovered NOTHING = new Recovered(0, 0);

    public Recovered(int fromFencedOwners, int expired) {
        this(fromFencedOwners, expired, false);
    }

    public int total() {
        return fromFencedOwners + expired;
    }
}
