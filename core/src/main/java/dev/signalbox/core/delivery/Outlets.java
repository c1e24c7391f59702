package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.OutletDemand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outlets of a dispatcher that have something in memory. Inputs change an outlet and {@linkplain #touch touch} it;
 * what follows for its turn, its alarm and the next claim is looked at once for each, when the dispatcher advances. So
 * no step depends on how many outlets there are.
 */
final class Outlets {
    /** The most outlets without messages that are remembered, because of an open circuit, for instance. */
    static final int MOST_REMEMBERED = 10_000;

    /** Messages that wait for the same pool may use this part of the buffer. */
    private static final int POOL_SHARES = 8;

    private final OutletPolicies policies;
    private final Lanes.Shared shared;
    private final SharedBuffer buffer;
    /** The outlet of a relay that has no others. */
    private final @Nullable Outlet only;

    private final Map<Long, Outlet> byId = new HashMap<>();
    private final List<Outlet> touched = new ArrayList<>();
    /** Outlets without messages that are more than that, the oldest first. */
    private final Set<Outlet> remembered = new LinkedHashSet<>();
    /** Outlets that may be dropped when the next fetch starts: the one under way may return what they must know. */
    private final Set<Outlet> forgettable = new LinkedHashSet<>();

    private final TimerQueue timers = new TimerQueue();
    private final OutletRing ring = new OutletRing();
    private final StartQueues starts;
    private final OutletClaimLimits claimLimits;
    private int open;

    Outlets(DispatcherSettings settings, StartLimits startLimits, Lanes.Shared shared) {
        this.policies = settings.outlets();
        this.shared = shared;
        this.buffer = shared.buffer();
        this.starts = new StartQueues(
                startLimits,
                ring,
                timers,
                buffer,
                Math.ceilDiv(settings.buffer().messages(), POOL_SHARES));
        this.claimLimits = new OutletClaimLimits(shared.trial(), policies.firstClaim());
        this.only = policies instanceof OutletPolicies.SingleOutlet single ? create(0, single.policy()) : null;
    }

    private Outlet create(long id, OutletPolicy policy) {
        Outlet outlet = new Outlet(id, policy, shared, timers.nextNumber());
        byId.put(id, outlet);
        return outlet;
    }

    /** The outlet of a relay that has no others, or null if it may have many. */
    @Nullable
    Outlet only() {
        return only;
    }

    OutletRing ring() {
        return ring;
    }

    StartQueues starts() {
        return starts;
    }

    /** The outlet if it is in memory. */
    @Nullable
    Outlet known(long id) {
        return only == null ? byId.get(id) : only;
    }

    private Outlet of(long id) {
        Outlet known = known(id);
        return known == null ? create(id, policies.of(id)) : known;
    }

    Collection<Outlet> all() {
        return byId.values();
    }

    int postponed() {
        return only == null ? claimLimits.postponed() : only.postponed().size();
    }

    /** How many circuits are open. */
    int unavailable() {
        return only == null ? open : only.circuit().isOpen() ? 1 : 0;
    }

    /** When the passing of time alone changes what an outlet may do; of the only one, apart from its probes. */
    long nextChange(long now) {
        return only == null ? timers.next() : Math.min(only.nextExpiry(), only.nextRelease(now));
    }

    void touch(Outlet outlet) {
        if (!outlet.isTouched) {
            outlet.isTouched = true;
            touched.add(outlet);
        }
    }

    /** Whether an outlet may send now, apart from the limits that it shares with others. */
    boolean maySend(Outlet outlet, long now) {
        return outlet.maySend(now) && (outlet == only || outlet.hasRequestLeft());
    }

    void arrive(ClaimResult claimResult, ClaimRequest request, long now) {
        List<Lane> lanes = new ArrayList<>();
        Set<Outlet> served = new LinkedHashSet<>();
        Outlet outlet = null;
        for (Message message : claimResult.messages()) {
            if (outlet == null || (outlet.id != message.outlet() && outlet != only)) {
                outlet = of(message.outlet());
                served.add(outlet);
                touch(outlet);
            }
            outlet.arrive(message, claimResult, request.perGroup(), lanes);
        }
        lanes.forEach(lane -> lane.outlet.lanes().goOn(lane, now));
        if (only == null) {
            served.forEach(it -> it.fetched(request.outlets().roomOf(it.id)));
        }
    }

    /** A write was answered. A message that is neither recorded nor busy did not belong to this owner any more. */
    void settled(long number, SettleResult settleResult, long now) {
        int lost = 0;
        for (Settler.Entry entry : shared.settler().written(number)) {
            String id = entry.settlement().message().id();
            if (settleResult.busy().contains(id)) {
                shared.settler().postpone(entry, now);
                continue;
            }
            boolean recorded = settleResult.recorded().contains(id);
            Outlet outlet = entry.lane().outlet;
            outlet.settled(entry, recorded, now);
            touch(outlet);
            lost += recorded ? 0 : 1;
        }
        if (lost > 0) {
            shared.listener().claimsLost(lost);
        }
    }

    /** A request of this outlet has ended; its messages may belong to another owner by now. */
    void requestEnded(long id, long now) {
        Outlet outlet = known(id);
        if (outlet != null) {
            outlet.requestEnds();
            touch(outlet);
        }
        starts.ended(id, now);
    }

    /** Does what is due by time, and returns whether the source may have something to fetch now. */
    boolean wakeUp(long now) {
        if (only != null) {
            return only.expireHolds(now);
        }
        boolean hurry = false;
        for (Outlet outlet : touched) {
            hurry |= outlet.expireHolds(now);
        }
        while (timers.isDue(now)) {
            switch (timers.takeDue()) {
                case Outlet outlet -> hurry |= wakeUp(outlet, now);
                case StartQueue queue -> starts.letOneAsk(queue);
            }
        }
        return hurry;
    }

    private boolean wakeUp(Outlet outlet, long now) {
        touch(outlet);
        boolean lacksProbe = outlet.circuit().isProbeDue(now) && outlet.hasNoProbe(shared.trial());
        return outlet.expireHolds(now) || lacksProbe;
    }

    /** Gives their turn to the outlets that changed. */
    void beforeSending(long now) {
        if (only == null) {
            touched.forEach(outlet -> ring.offer(outlet, now));
        } else {
            ring.offer(only, now);
        }
    }

    /** Releases what an outage does not let go, and notes what the outlets that changed want from now on. */
    void afterSending(long now) {
        if (only == null) {
            touched.forEach(outlet -> look(outlet, now));
        } else {
            only.releaseAfterOutage(now);
        }
        touched.forEach(outlet -> outlet.isTouched = false);
        touched.clear();
    }

    private void look(Outlet outlet, long now) {
        outlet.releaseAfterOutage(now);
        starts.look(outlet);
        timers.set(outlet, outlet.nextChange(now));
        claimLimits.update(outlet, now);
        if (outlet.isCountedOpen != outlet.circuit().isOpen()) {
            outlet.isCountedOpen = outlet.circuit().isOpen();
            open += outlet.isCountedOpen ? 1 : -1;
        }
        if (outlet.isOutdated() && outlet.isForgettable()) {
            // Its messages are fetched again, for an outlet with the new policy.
            drop(outlet);
            buffer.wantMore();
        } else {
            remember(outlet);
        }
    }

    private void remember(Outlet outlet) {
        boolean idle = outlet.isIdle();
        boolean forgotten = idle && outlet.isForgettable();
        if (forgotten) {
            forgettable.add(outlet);
        }
        if (!idle || forgotten) {
            remembered.remove(outlet);
        } else if (remembered.add(outlet) && remembered.size() > MOST_REMEMBERED) {
            drop(remembered.iterator().next());
        }
    }

    private void drop(Outlet outlet) {
        byId.remove(outlet.id, outlet);
        remembered.remove(outlet);
        timers.set(outlet, Long.MAX_VALUE);
        claimLimits.forget(outlet);
        open -= outlet.isCountedOpen ? 1 : 0;
        outlet.isCountedOpen = false;
    }

    /** A fetch starts, which has room for so many messages and bytes of all outlets. */
    OutletDemand fetchStarts(int free, long freeBytes) {
        buffer.fetchStarts();
        if (only != null) {
            return OutletDemand.ANY;
        }
        for (Outlet outlet : forgettable) {
            if (outlet.isForgettable() && byId.get(outlet.id) == outlet) {
                drop(outlet);
            }
        }
        forgettable.clear();
        return claimLimits.demand(free, freeBytes, starts.closedPools());
    }

    /** The fetch failed: what was due is still due. */
    void fetchFailed(ClaimRequest request) {
        if (only != null) {
            only.postponed().putBack(request.due());
        }
        request.outlets().rooms().forEach((id, room) -> {
            Outlet outlet = byId.get(id);
            if (outlet != null) {
                outlet.postponed().putBack(room.due());
            }
        });
    }

    /** The policies of these outlets may have changed. */
    void policiesChanged(Set<Long> ids, long now) {
        for (long id : ids) {
            Outlet outlet = only == null ? byId.get(id) : null;
            if (outlet != null) {
                outlet.change(policies.of(id), now);
                starts.changed(outlet);
                touch(outlet);
            }
        }
    }

    /** From now on only messages of these shards may be sent: waiting messages of the others are released. */
    void open(Shards shards, long now) {
        buffer.open(shards);
        byId.values().forEach(outlet -> {
            outlet.lanes().shardsChanged(now);
            touch(outlet);
        });
    }

    /** All messages belong to another owner. */
    void lost() {
        ring.clear();
        starts.clear();
        shared.settler().clear();
        buffer.clear();
        for (Outlet outlet : List.copyOf(byId.values())) {
            outlet.lost();
            touch(outlet);
        }
    }
}
