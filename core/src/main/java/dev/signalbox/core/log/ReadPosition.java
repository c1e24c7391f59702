package dev.signalbox.core.log;

/**
 * How far a pair has read, which is at least as far as its {@link Cursor}: every event with a position up to {@code head}
 * of a transaction below {@code xid} has been seen, and of transaction {@code xid} itself those up to {@code offset}.
 */
public record ReadPosition(long head, long xid, long offset) {
    /** Nothing of the transaction has been seen. */
    public static final long NOTHING = Long.MIN_VALUE;

    public ReadPosition(long head, long xid) {
        this(head, xid, NOTHING);
    }

    public static ReadPosition of(Cursor cursor) {
        return new ReadPosition(cursor.position(), cursor.horizon(), cursor.offset());
    }

    /** Whether such an event has been seen, if it is there. */
    public boolean contains(long position, long transaction) {
        return position <= head && (transaction < xid || (transaction == xid && position <= offset));
    }

    /** Which of the two has seen more transactions, whatever its head. */
    public int compareHorizon(ReadPosition other) {
        return xid == other.xid ? Long.compare(offset, other.offset) : Long.compare(xid, other.xid);
    }
}
