package dev.signalbox.core.log;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All deferred groups of a feed in the order of their turns, and the rows that must be written for them. */
final class DeferredGroups {
    private final Map<DeferredGroupKey, DeferredGroup> all = new LinkedHashMap<>();
    /** The last group that was looked up; usually the next event belongs to it too. */
    private @Nullable DeferredGroup last;

    /** Groups that may differ from their rows. */
    private final Set<DeferredGroupKey> touched = new LinkedHashSet<>();
    /** How many events the feed has read. */
    private long seen;
    /** How many are ungrouped events. */
    private int ungrouped;

    void restore(DeferredGroupRow row) {
        all.put(row.key(), DeferredGroup.of(row, this::seen));
        ungrouped += row.key().isUngrouped() ? 1 : 0;
    }

    void saw() {
        seen++;
    }

    private long seen() {
        return seen;
    }

    @Nullable
    DeferredGroup find(DeferredGroupKey key) {
        if (last == null || !last.key.equals(key)) {
            last = all.get(key);
        }
        return last;
    }

    /** The deferred group of this key, to be changed. */
    DeferredGroup at(DeferredGroupKey key) {
        DeferredGroup deferredGroup = find(key);
        if (deferredGroup == null) {
            deferredGroup = new DeferredGroup(key, this::seen);
            all.put(key, deferredGroup);
            last = deferredGroup;
            ungrouped += key.isUngrouped() ? 1 : 0;
        }
        touch(deferredGroup);
        return deferredGroup;
    }

    private void touch(DeferredGroup deferredGroup) {
        if (!deferredGroup.touched) {
            deferredGroup.touched = true;
            touched.add(deferredGroup.key);
        }
    }

    boolean hasUngrouped() {
        return ungrouped > 0;
    }

    Collection<DeferredGroup> inTurn() {
        return Collections.unmodifiableCollection(all.values());
    }

    /** The group had its turn. */
    void hadTurn(DeferredGroup deferredGroup) {
        all.remove(deferredGroup.key);
        all.put(deferredGroup.key, deferredGroup);
    }

    /** How many events wait up to the head; those behind it are read again before they can be sent. */
    int waiting(long head) {
        int waiting = 0;
        for (DeferredGroup deferredGroup : all.values()) {
            waiting += deferredGroup.isBehind(head) ? 0 : deferredGroup.waiting();
        }
        return waiting;
    }

    /** The deferred group that a verdict is about, null if this claim's verdict on the event is not awaited. */
    @Nullable
    DeferredGroup awaiting(Settlement settlement) {
        Message message = settlement.message();
        long position = VerdictApplier.positionOf(settlement);
        DeferredGroup deferredGroup = find(keyOf(message, position));
        return deferredGroup != null
                        && deferredGroup.holds(position, message.claim().number())
                ? deferredGroup
                : null;
    }

    /** Messages by their deferred group. */
    private static DeferredGroupKey keyOf(Message message, long position) {
        return message.group() == null ? DeferredGroupKey.of(position) : DeferredGroupKey.of(message.group());
    }

    void letGo(Settlement settlement) {
        DeferredGroup deferredGroup = awaiting(settlement);
        if (deferredGroup != null) {
            deferredGroup.letGo(VerdictApplier.positionOf(settlement));
            forgetIfIdle(deferredGroup);
        }
    }

    void forgetIfIdle(DeferredGroup deferredGroup) {
        if (deferredGroup.isIdle() && all.remove(deferredGroup.key, deferredGroup)) {
            last = null;
            ungrouped -= deferredGroup.key.isUngrouped() ? 1 : 0;
        }
    }

    /** Writes rows for groups with a late event, or with one that was read more than this many events ago. */
    void writeRows(long window) {
        for (DeferredGroup deferredGroup : all.values()) {
            if (!deferredGroup.isRecorded()
                    && (seen - deferredGroup.busySince() > window || deferredGroup.owesLate())) {
                deferredGroup.record();
                touch(deferredGroup);
            }
        }
    }

    /** The highest cursor from which everything is found again that no row covers. */
    Cursor cursor(ReadPosition readPosition) {
        long position = readPosition.head();
        for (DeferredGroup deferredGroup : all.values()) {
            position = deferredGroup.holdBack(position);
        }
        return new Cursor(position, readPosition.xid(), readPosition.offset());
    }

    Set<DeferredGroupKey> touched() {
        return Collections.unmodifiableSet(touched);
    }

    /** The row that covers this deferred group, or null if none is needed. */
    @Nullable
    DeferredGroupRow row(DeferredGroupKey key) {
        DeferredGroup deferredGroup = all.get(key);
        return deferredGroup == null ? null : deferredGroup.row();
    }

    /** The changed rows are written. */
    void written() {
        touched.clear();
        all.values().forEach(deferredGroup -> deferredGroup.touched = false);
    }
}
