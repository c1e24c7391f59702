package dev.signalbox.core.log;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Events that are done although the cursor does not cover them, because an earlier one is not. */
final class SettledBeyondCursor {
    /** An event that an earlier owner has done and this one has not read yet. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final NavigableMap<Long, Long> xids = new TreeMap<>();
    /** Events done since the last check, position and transaction in turn; the cursor passes most. */
    private long[] recent = new long[16];

    private int recently;

    SettledBeyondCursor(Collection<Long> done) {
        done.forEach(position -> xids.put(position, UNKNOWN));
    }

    void add(long position, long xid) {
        if (recently == recent.length) {
            recent = Arrays.copyOf(recent, 2 * recently);
        }
        recent[recently++] = position;
        recent[recently++] = xid;
    }

    /** Keeps those that the cursor has not passed. */
    private void sort(long position, long horizon) {
        for (int i = 0; i < recently; i += 2) {
            if (recent[i] > position || recent[i + 1] >= horizon) {
                xids.put(recent[i], recent[i + 1]);
            }
        }
        recently = 0;
    }

    private void sort() {
        sort(Long.MIN_VALUE, Long.MIN_VALUE);
    }

    void remove(long position) {
        sort();
        xids.remove(position);
    }

    /** An event was read; returns whether it is done already. */
    boolean met(LogEvent event) {
        sort();
        return !xids.isEmpty() && xids.replace(event.position(), event.xid()) != null;
    }

    /** All events up to here were read: those not found are not in the log any more. */
    void forgetVanished(long head) {
        xids.headMap(head, true).values().removeIf(xid -> xid == UNKNOWN);
    }

    /** What must be recorded beside this cursor. */
    List<Long> beyond(Cursor cursor) {
        if (!xids.isEmpty()) {
            xids.headMap(cursor.position(), true).values().removeIf(xid -> xid < cursor.horizon());
        }
        sort(cursor.position(), cursor.horizon());
        return List.copyOf(xids.keySet());
    }
}
