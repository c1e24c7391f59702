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

    void saw(PairKey pair, State state) {
        states.put(pair, state);
    }

    void sawLive(Collection<String> incarnations) {
        live = Set.copyOf(incarnations);
    }

    /** It was opened just now: what was seen before counts no more. */
    synchronized void opened(PairKey pair, Incarnation owner) {
        states.remove(pair);
        owners.add(owner.value());
        if (owners.size() > REMEMBERED) {
            owners.remove(owners.iterator().next());
        }
        Set<String> more = new LinkedHashSet<>(live);
        more.add(owner.value());
        live = Set.copyOf(more);
    }

    /** Whose leases are of interest. */
    synchronized String[] owners() {
        return owners.toArray(String[]::new);
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
