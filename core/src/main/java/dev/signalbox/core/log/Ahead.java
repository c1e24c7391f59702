package dev.signalbox.core.log;

import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Events that are done although the cursor does not say so, because something before them is not. */
final class Ahead {
    /** An event that an earlier owner has done, and that was not met yet. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final NavigableMap<Long, Long> xids = new TreeMap<>();

    Ahead(Collection<Long> done) {
        done.forEach(position -> xids.put(position, UNKNOWN));
    }

    void add(long position, long xid) {
        xids.put(position, xid);
    }

    void remove(long position) {
        xids.remove(position);
    }

    /** An event was read; says whether it is done already. */
    boolean met(LogEvent event) {
        return !xids.isEmpty() && xids.replace(event.position(), event.xid()) != null;
    }

    /** All up to here has been read: what was not met is not in the log any more. */
    void forgetVanished(long head) {
        xids.headMap(head, true).values().removeIf(xid -> xid == UNKNOWN);
    }

    /** What has to be remembered beside this cursor. */
    List<Long> beyond(Cursor cursor) {
        xids.headMap(cursor.position(), true).values().removeIf(xid -> xid < cursor.horizon());
        return List.copyOf(xids.keySet());
    }
}
