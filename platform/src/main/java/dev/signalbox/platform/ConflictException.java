package dev.signalbox.platform;

/** A change contradicts what is stored, such as a code that is taken already. */
public final class ConflictException extends Exception {
    private final String field;

    public ConflictException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** The field that is in conflict. */
    public String field() {
        return field;
    }
}
