package dev.signalbox.core.admin;

/**
 * One requirement of a relay, and whether the table meets it.
 *
 * @param item what it is, in a word or two
 * @param detail what the inspection found
 * @param purpose why it is needed, or what is lost without it
 */
public record InspectionFinding(String item, State state, boolean required, String detail, String purpose) {
    /** Whether the requirement is met. */
    public enum State {
        PRESENT,
        MISSING,
        /** It exists, but differs from what it should be. */
        WRONG
    }

    /** Whether a relay cannot work until this is fixed. */
    public boolean stopsWork() {
        return required && state != State.PRESENT;
    }

    public boolean isFine() {
        return state == State.PRESENT;
    }
}
