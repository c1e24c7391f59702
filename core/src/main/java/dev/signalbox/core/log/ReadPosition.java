package dev.signalbox.core.log;

/**
 * How far a feed has read, which is at least as far as its {@link Cursor}: every event with a position up to {@code
 * head} of a transaction below {@code xid} was seen, and of transaction {@code xid} itself those up to {@code offset}.
 */
public record ReadPosition(long head, long xid, long offset) {
    /** Nothing of the transaction was seen. */
    public static final long NOTHING = Long.MIN_VALUE;

    public ReadPosition(long head, long xid) {
        this(head, xid, NOTHING);
    }

    public static ReadPosition of(Cursor cursor) {
        return new ReadPosition(cursor.position(), cursor.horizon(), cursor.offset());
    }

    /** Whether such an event was seen, if it exists. */
    public boolean contains(long position, long transaction) {
        return position <= head && (transaction < xid || (transaction == xid && position <= offset));
    }

    /** The one that has seen more transactions, whatever its head. */
    public int compareHorizon(ReadPosition other) {
        return xid == other.xid ? Long.compare(offset, other.offset) : Long.compare(xid, other.xid);
    }
}
