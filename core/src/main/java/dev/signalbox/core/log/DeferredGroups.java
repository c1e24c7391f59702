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

/** All sidings of a pair in the order of their turns, and what has to be written about them. */
final class DeferredGroups {
    private final Map<DeferredGroupKey, DeferredGroup> all = new LinkedHashMap<>();
    /** The one that was found last; mostly the next event is its too. */
    private @Nullable DeferredGroup last;

    /** Those that may differ from their rows. */
    private final Set<DeferredGroupKey> touched = new LinkedHashSet<>();
    /** How many events the pair has read. */
    private long seen;
    /** How many are of single events. */
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

    /** The siding of this key, to be changed. */
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

    /** It had its turn. */
    void hadTurn(DeferredGroup deferredGroup) {
        all.remove(deferredGroup.key);
        all.put(deferredGroup.key, deferredGroup);
    }

    /** How much waits up to the head. What an earlier owner parked behind it is met again before it can go. */
    int waiting(long head) {
        int waiting = 0;
        for (DeferredGroup deferredGroup : all.values()) {
            waiting += deferredGroup.isBehind(head) ? 0 : deferredGroup.waiting();
        }
        return waiting;
    }

    /** The siding that a verdict is about, null if this claim's verdict on the event is not awaited. */
    @Nullable
    DeferredGroup holding(Settlement settlement) {
        Message message = settlement.message();
        long position = VerdictApplier.positionOf(settlement);
        DeferredGroup deferredGroup = find(keyOf(message, position));
        return deferredGroup != null
                        && deferredGroup.holds(position, message.claim().number())
                ? deferredGroup
                : null;
    }

    /** Messages are grouped by their sidings. */
    private static DeferredGroupKey keyOf(Message message, long position) {
        return message.group() == null ? DeferredGroupKey.of(position) : DeferredGroupKey.of(message.group());
    }

    void letGo(Settlement settlement) {
        DeferredGroup deferredGroup = holding(settlement);
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

    /** Parks those that owe a late event, or one that was read more than so many events ago. */
    void park(long window) {
        for (DeferredGroup deferredGroup : all.values()) {
            if (!deferredGroup.isRecorded()
                    && (seen - deferredGroup.busySince() > window || deferredGroup.owesLate())) {
                deferredGroup.record();
                touch(deferredGroup);
            }
        }
    }

    /** The highest cursor from which everything is found again that no row accounts for. */
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

    /** The row that accounts for this siding, or null if none has to. */
    @Nullable
    DeferredGroupRow row(DeferredGroupKey key) {
        DeferredGroup deferredGroup = all.get(key);
        return deferredGroup == null ? null : deferredGroup.row();
    }

    /** What was touched is written. */
    void written() {
        touched.clear();
        all.values().forEach(deferredGroup -> deferredGroup.touched = false);
    }
}
