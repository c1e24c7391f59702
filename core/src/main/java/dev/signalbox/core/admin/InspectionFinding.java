package dev.signalbox.core.admin;

/** One requirement of a relay, whether the table meets it, and what is lost without it. */
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
