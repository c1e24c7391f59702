package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.message.Suspicion;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The suspects of a feed, and how its owners ended. */
final class InMemorySuspects {
    private static final int DEATHS = 2;

    private final Map<Long, Suspicion> known = new TreeMap<>();
    private final Set<Long> inFlight = new HashSet<>();
    private @Nullable Incarnation owner;
    private int deaths;

    void opened(Incarnation next, Predicate<Incarnation> isLive) {
        Incarnation before = owner;
        owner = next;
        if (next.equals(before)) {
            return;
        }
        deaths = before == null || isLive.test(before) ? 0 : deaths + 1;
        inFlight.forEach(position -> known.compute(position, (_, it) -> convicted(it)));
        inFlight.clear();
    }

    private static Suspicion convicted(@Nullable Suspicion before) {
        int crashes = before != null && before.level() == Suspicion.Level.IN_FLIGHT ? before.crashes() + 1 : 0;
        return new Suspicion(Suspicion.Level.IN_FLIGHT, crashes);
    }

    boolean isOwner(Incarnation one) {
        return one.equals(owner);
    }

    Suspects snapshot() {
        return new Suspects(deaths >= DEATHS, known);
    }

    boolean mark(List<Long> positions) {
        positions.forEach(position -> known.putIfAbsent(position, new Suspicion(Suspicion.Level.HELD, 0)));
        inFlight.addAll(positions);
        return true;
    }

    void landed(ProgressUpdate.AnsweredSuspects answeredSuspects) {
        answeredSuspects.cleared().forEach(known::remove);
        answeredSuspects.cleared().forEach(inFlight::remove);
        answeredSuspects.released().forEach(inFlight::remove);
    }

    void left(Incarnation leaver) {
        if (leaver.equals(owner)) {
            owner = null;
        }
    }
}
