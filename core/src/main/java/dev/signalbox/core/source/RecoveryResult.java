package dev.signalbox.core.source;

/**
 * What a recovery gave back to its source.
 *
 * @param fromFencedOwners rows of owners that have lost their lease
 * @param expired rows that nobody of us claimed, held for longer than the table's time-out
 * @param replayed what operators have brought back
 * @param more something could not be given back yet, because somebody has it locked: worth another try soon
 */
public record RecoveryResult(int fromFencedOwners, int expired, int replayed, boolean more) {
    public static final RecoveryResult NOTHING = new RecoveryResult(0, 0);

    public RecoveryResult(int fromFencedOwners, int expired, boolean more) {
        this(fromFencedOwners, expired, 0, more);
    }

    public RecoveryResult(int fromFencedOwners, int expired) {
        this(fromFencedOwners, expired, false);
    }

    /** What operators have brought back. */
    public static RecoveryResult replays(int count) {
        return new RecoveryResult(0, 0, count, false);
    }

    /** Rows that were held, and that nobody holds any more. */
    public int takenBack() {
        return fromFencedOwners + expired;
    }

    /** All that can be claimed now and could not before. */
    public int total() {
        return takenBack() + replayed;
    }
}
