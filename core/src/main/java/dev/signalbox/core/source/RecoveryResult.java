package dev.signalbox.core.source;

/** What a recovery released; {@code more} if locked rows could not be released yet, which is worth another try. */
public record RecoveryResult(int fromFencedOwners, int expired, int replayed, boolean more) {
    public static final RecoveryResult NOTHING = new RecoveryResult(0, 0);

    public RecoveryResult(int fromFencedOwners, int expired, boolean more) {
        this(fromFencedOwners, expired, 0, more);
    }

    public RecoveryResult(int fromFencedOwners, int expired) {
        this(fromFencedOwners, expired, false);
    }

    /** Messages that operators replay. */
    public static RecoveryResult replays(int count) {
        return new RecoveryResult(0, 0, count, false);
    }

    /** Rows that were claimed and are free now. */
    public int takenBack() {
        return fromFencedOwners + expired;
    }

    /** All messages that can be claimed now and could not before. */
    public int total() {
        return takenBack() + replayed;
    }
}
