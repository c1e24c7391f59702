package dev.signalbox.eventstore;

/** The events that a decision was based on have changed; read again and decide anew. Nothing was appended. */
public final class LostRaceException extends EventStoreException {
    private final long position;

    private LostRaceException(String message, long position) {
        super(message);
        this.position = position;
    }

    static LostRaceException against(long position, Cursor cursor) {
        return new LostRaceException(
                "The event at position " + position + " matches the decision model and had not been seen at " + cursor
                        + ": project again and decide anew",
                position);
    }

    static LostRaceException foreign(Cursor cursor) {
        return new LostRaceException(
                "The cursor " + cursor + " is ahead of the server: it was taken from another one, or from this one"
                        + " before a failover that lost transactions. Project again and decide anew",
                0);
    }

    /** The lowest position of the unseen events; 0 if it is unknown. */
    public long position() {
        return position;
    }

    @Override
    public boolean isWorthAnotherTry() {
        return true;
    }
}
