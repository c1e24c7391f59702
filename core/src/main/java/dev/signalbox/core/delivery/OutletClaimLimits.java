package dev.signalbox.core.delivery;

import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much of each outlet the next claim may take.
 *
 * <p>An outlet may hold at most half of what is free, besides its own limit: so whatever the others hold, there is room
 * for one that comes later, and an outlet that is alone has a third of the buffer.
 */
final class OutletClaimLimits {
    /** The most groups and messages of all outlets that wait for their next attempt; beyond it their outlets wait. */
    private static final int MOST_POSTPONED = 100_000;

    private final SuspectTrial trial;
    private final int firstClaim;
    private final Set<Long> closed = new HashSet<>();
    private @Nullable Set<Long> closedCopy;
    /** The other outlets in memory. */
    private final Set<Outlet> readable = new LinkedHashSet<>();

    private int postponed;

    OutletClaimLimits(SuspectTrial trial, int firstClaim) {
        this.trial = trial;
        this.firstClaim = firstClaim;
    }

    int postponed() {
        return postponed;
    }

    void update(Outlet outlet, long now) {
        count(outlet, outlet.postponed().size());
        outlet.isClosed = isClosed(outlet, now);
        if (outlet.isClosed) {
            readable.remove(outlet);
            closedCopy = closed.add(outlet.id) ? null : closedCopy;
        } else {
            readable.add(outlet);
            closedCopy = closed.remove(outlet.id) ? null : closedCopy;
        }
    }

    void forget(Outlet outlet) {
        count(outlet, 0);
        readable.remove(outlet);
        closedCopy = closed.remove(outlet.id) ? null : closedCopy;
    }

    private void count(Outlet outlet, int now) {
        postponed += now - outlet.countedPostponed;
        outlet.countedPostponed = now;
    }

    private boolean isClosed(Outlet outlet, long now) {
        if (outlet.isHalted() || outlet.postponed().size() >= outlet.limits().postponed()) {
            return true;
        }
        boolean lacksProbe = outlet.circuit().isProbeDue(now) && outlet.hasNoProbe(trial);
        return outlet.circuit().isOpen() && !lacksProbe;
    }

    /** The demand of a claim that has room for so many messages and bytes. */
    OutletDemand demand(int free, long freeBytes, Set<Long> closedPools) {
        int others = Math.max(1, Math.min(firstClaim, free / 3));
        Map<Long, OutletRoom> rooms = new HashMap<>();
        for (Outlet outlet : readable) {
            int room = Math.min(others, room(outlet, free, freeBytes));
            if (room < others || !outlet.postponed().isEmpty() || outlet.lanes().isReleasing()) {
                rooms.put(outlet.id, roomOf(outlet, room));
            }
            if (room == 0) {
                outlet.keptSome();
            }
        }
        return new OutletDemand(
                closedOutlets(), new HashSet<>(closedPools), Collections.unmodifiableMap(rooms), others);
    }

    private int room(Outlet outlet, int free, long freeBytes) {
        boolean waitsTooMuch = postponed >= MOST_POSTPONED && outlet.postponed().size() > 0;
        if (waitsTooMuch) {
            return 0;
        }
        int held = outlet.held();
        if (outlet.circuit().isOpen()) {
            return held < outlet.limits().held() ? 1 : 0;
        }
        if (held == 0) {
            return Math.max(1, Math.min(outlet.limits().held(), free / 3));
        }
        int fair = outlet.heldBytes() * 2 > freeBytes ? 0 : (free - 2 * held) / 3;
        return Math.max(0, Math.min(outlet.limits().held() - held, fair));
    }

    private static OutletRoom roomOf(Outlet outlet, int room) {
        DueRetries due = room > 0 ? outlet.postponed().takeDue(room) : DueRetries.NONE;
        return new OutletRoom(
                room, outlet.lanes().groupsNotToFetch(), outlet.postponed().messages(), due);
    }

    private Set<Long> closedOutlets() {
        Set<Long> copy = closedCopy;
        if (copy == null) {
            copy = Collections.unmodifiableSet(new HashSet<>(closed));
            closedCopy = copy;
        }
        return copy;
    }
}
