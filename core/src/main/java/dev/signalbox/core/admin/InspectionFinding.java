package dev.signalbox.core.admin;

/**
 * One thing that a relay needs or could use, and whether it is there.
 *
 * @param item what it is, in a word or two
 * @param detail what was found
 * @param purpose what it is good for; what is lost without it
 */
public record InspectionFinding(String item, State state, boolean required, String detail, String purpose) {
    /** Whether it is there. */
    public enum State {
        PRESENT,
        MISSING,
        /** There, but not as it should be. */
        WRONG
    }

    /** Whether no relay can work as long as this is so. */
    public boolean stopsWork() {
        return required && state != State.PRESENT;
    }

    public boolean isFine() {
        return state == State.PRESENT;
    }
}
