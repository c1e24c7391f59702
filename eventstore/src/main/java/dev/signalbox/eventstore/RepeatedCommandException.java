package dev.signalbox.eventstore;

/** The command was executed before: an event that must not exist does. Nothing was appended. */
public final class RepeatedCommandException extends EventStoreException {
    private final long position;

    RepeatedCommandException(long position) {
        super("Done before: the event at position " + position + " matches the idempotency check");
        this.position = position;
    }

    /** The first event that matches the idempotency check. */
    public long position() {
        return position;
    }
}
