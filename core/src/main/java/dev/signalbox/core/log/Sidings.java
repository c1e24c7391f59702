package dev.signalbox.core.log;

import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.message.Message;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All sidings of a pair in the order of their turns, and what has to be written about them. */
final class Sidings {
    private final Map<SidingKey, Siding> all = new LinkedHashMap<>();
    /** The one that was found last; mostly the next event is its too. */
    private @Nullable Siding last;

    /** Those that may differ from their rows. */
    private final Set<SidingKey> touched = new LinkedHashSet<>();
    /** How many events the pair has read. */
    private long seen;
    /** How many are of single events. */
    private int singles;

    void restore(Parked row) {
        all.put(row.key(), Siding.of(row, this::seen));
        singles += row.key().isSingle() ? 1 : 0;
    }

    void saw() {
        seen++;
    }

    private long seen() {
        return seen;
    }

    @Nullable
    Siding find(SidingKey key) {
        if (last == null || !last.key.equals(key)) {
            last = all.get(key);
        }
        return last;
    }

    /** The siding of this key, to be changed. */
    Siding at(SidingKey key) {
        Siding siding = find(key);
        if (siding == null) {
            siding = new Siding(key, this::seen);
            all.put(key, siding);
            last = siding;
            singles += key.isSingle() ? 1 : 0;
        }
        touch(siding);
        return siding;
    }

    private void touch(Siding siding) {
        if (!siding.touched) {
            siding.touched = true;
            touched.add(siding.key);
        }
    }

    boolean hasSingles() {
        return singles > 0;
    }

    Collection<Siding> inTurn() {
        return Collections.unmodifiableCollection(all.values());
    }

    /** It had its turn. */
    void hadTurn(Siding siding) {
        all.remove(siding.key);
        all.put(siding.key, siding);
    }

    /** How much waits up to the head. What an earlier owner parked behind it is met again before it can go. */
    int waiting(long head) {
        int waiting = 0;
        for (Siding siding : all.values()) {
            waiting += siding.isBehind(head) ? 0 : siding.waiting();
        }
        return waiting;
    }

    /** The siding that a verdict is about, null if this claim's verdict on the event is not awaited. */
    @Nullable
    Siding holding(Settlement settlement) {
        Message message = settlement.message();
        long position = Verdicts.positionOf(settlement);
        Siding siding = find(keyOf(message, position));
        return siding != null && siding.holds(position, message.claim().number()) ? siding : null;
    }

    /** Messages are grouped by their sidings. */
    private static SidingKey keyOf(Message message, long position) {
        return message.group() == null ? SidingKey.of(position) : SidingKey.of(message.group());
    }

    void letGo(Settlement settlement) {
        Siding siding = holding(settlement);
        if (siding != null) {
            siding.letGo(Verdicts.positionOf(settlement));
            forgetIfIdle(siding);
        }
    }

    void forgetIfIdle(Siding siding) {
        if (siding.isIdle() && all.remove(siding.key, siding)) {
            last = null;
            singles -= siding.key.isSingle() ? 1 : 0;
        }
    }

    /** Parks those that owe a late event, or one that was read more than so many events ago. */
    void park(long window) {
        for (Siding siding : all.values()) {
            if (!siding.isRecorded() && (seen - siding.busySince() > window || siding.owesLate())) {
                siding.record();
                touch(siding);
            }
        }
    }

    /** The highest cursor from which everything is found again that no row accounts for. */
    Cursor cursor(Reach reach) {
        long position = reach.head();
        for (Siding siding : all.values()) {
            position = siding.holdBack(position);
        }
        return new Cursor(position, reach.xid(), reach.offset());
    }

    Set<SidingKey> touched() {
        return Collections.unmodifiableSet(touched);
    }

    /** The row that accounts for this siding, or null if none has to. */
    @Nullable
    Parked row(SidingKey key) {
        Siding siding = all.get(key);
        return siding == null ? null : siding.row();
    }

    /** What was touched is written. */
    void written() {
        touched.clear();
        all.values().forEach(siding -> siding.touched = false);
    }
}
