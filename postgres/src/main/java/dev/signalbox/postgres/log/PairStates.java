package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Version;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How the pairs of a log stood when it was last looked at: every look brings it for all of them. */
final class PairStates {
    private static final String ACTIVE = "ACTIVE";
    private static final int REMEMBERED = 4;

    private final Map<PairKey, State> states = new ConcurrentHashMap<>();
    private final Set<String> owners = new LinkedHashSet<>();
    private volatile Set<String> live = Set.of();
    /** How often a pair was opened. What began to look before the last time knows nothing of it. */
    private long openings;

    /**
     * A pair's rows.
     *
     * @param position that we wrote last
     * @param lastPosition that operators see and may change; null if their row is gone
     */
    record State(
            long revision,
            long position,
            @Nullable Long lastPosition,
            @Nullable String status) {}

    /**
     * A look at the pairs that begins now.
     *
     * @param owners whose leases are of interest
     */
    record Look(long openings, Set<String> owners) {}

    synchronized Look look() {
        return new Look(openings, Set.copyOf(owners));
    }

    synchronized void saw(Look look, PairKey pair, State state) {
        if (look.openings() == openings) {
            states.put(pair, state);
        }
    }

    synchronized void sawLive(Look look, Collection<String> incarnations) {
        if (look.openings() == openings) {
            live = Set.copyOf(incarnations);
        }
    }

    /** It was opened just now: what was seen before counts no more. */
    synchronized void opened(PairKey pair, Incarnation owner) {
        openings++;
        states.remove(pair);
        owners.add(owner.value());
        if (owners.size() > REMEMBERED) {
            owners.remove(owners.iterator().next());
        }
        Set<String> more = new LinkedHashSet<>(live);
        more.add(owner.value());
        live = Set.copyOf(more);
    }

    /** Why nothing is to be read now; null if something may be. What we wrote ourselves since the look is no reason. */
    @Nullable
    Reading refusal(PairKey pair, Incarnation owner, Version version) {
        if (!live.contains(owner.value())) {
            return new Reading.Fenced();
        }
        State state = states.get(pair);
        if (state == null) {
            return null;
        }
        if (state.lastPosition() == null
                || state.lastPosition() != state.position()
                || state.revision() > version.attempted()) {
            return new Reading.Moved();
        }
        return ACTIVE.equals(state.status()) ? null : new Reading.Paused();
    }
}
