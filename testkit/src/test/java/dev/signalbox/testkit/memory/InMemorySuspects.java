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
    private final Map<Long, Suspicion> known = new TreeMap<>();
    private final Set<Long> inFlight = new HashSet<>();
    /** Events that were marked at an unclean end too long ago. */
    private final Set<Long> outdated = new HashSet<>();

    private @Nullable Incarnation owner;
    private int deaths;

    void opened(Incarnation next, Predicate<Incarnation> isLive) {
        Incarnation before = owner;
        owner = next;
        if (next.equals(before)) {
            return;
        }
        boolean died = before != null && !isLive.test(before);
        deaths = died ? deaths + 1 : 0;
        if (died) {
            inFlight.stream()
                    .filter(position -> !outdated.remove(position))
                    .forEach(position -> known.computeIfPresent(position, (_, it) -> it.afterEnd(inFlight.size())));
        }
        inFlight.clear();
    }

    boolean isOwner(Incarnation one) {
        return one.equals(owner);
    }

    Suspects snapshot() {
        return new Suspects(deaths, known);
    }

    boolean mark(List<Long> positions, boolean alone) {
        for (long position : positions) {
            if (known.putIfAbsent(position, Suspicion.MARKED) == null && deaths == 0) {
                // It was not in flight at a death before.
                outdated.add(position);
            }
            boolean recent = !outdated.contains(position);
            known.computeIfPresent(position, (_, it) -> alone && recent && !it.isSuspect() ? it.alone() : it);
        }
        inFlight.addAll(positions);
        return true;
    }

    void endAlone(long position) {
        if (inFlight.contains(position)) {
            known.replace(position, Suspicion.MARKED.alone(), Suspicion.MARKED);
        }
    }

    /** Time passes, so that an unclean end from now on has nothing to do with those before. */
    void outdate() {
        known.forEach((position, suspicion) -> {
            if (!suspicion.isSuspect()) {
                outdated.add(position);
            }
        });
    }

    void landed(ProgressUpdate.AnsweredSuspects answeredSuspects) {
        answeredSuspects.cleared().forEach(known::remove);
        answeredSuspects.cleared().forEach(inFlight::remove);
        answeredSuspects.cleared().forEach(outdated::remove);
        answeredSuspects.released().forEach(inFlight::remove);
    }

    void left(Incarnation leaver) {
        if (leaver.equals(owner)) {
            owner = null;
        }
    }
}
