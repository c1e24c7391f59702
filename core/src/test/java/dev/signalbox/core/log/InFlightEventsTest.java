package dev.signalbox.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the in-flight events with a tree that gets the same changes. */
class InFlightEventsTest {
    private static final int STEPS = 5_000;

    private final InFlightEvents inFlight = new InFlightEvents();
    private final NavigableMap<Long, InFlightEvents.InFlightEvent> tree = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void isTheSameAsATree(long seed) {
        Random random = new Random(seed);
        long head = 0;
        for (int step = 0; step < STEPS; step++) {
            // Additions and removals prevail in turn.
            boolean comes = random.nextInt(100) < (step / 500 % 2 == 0 ? 60 : 30);
            if (comes) {
                head += 1 + random.nextInt(3);
                boolean late = random.nextInt(20) == 0;
                add(late ? head - random.nextInt(40) : head, late, step);
            } else if (random.nextInt(4) == 0) {
                remove(somePosition(random, head));
            } else {
                judge(random.nextInt(10) == 0 ? somePosition(random, head) : firstOpen());
            }
            check(somePosition(random, head), random.nextInt(50) == 0);
        }
    }

    private void add(long position, boolean straggler, long claim) {
        InFlightEvents.InFlightEvent inFlightEvent = new InFlightEvents.InFlightEvent(
                new DeferredGroup.EventRef(position, 0, straggler, straggler), claim, 0);
        inFlight.add(inFlightEvent);
        tree.put(position, inFlightEvent);
    }

    private void judge(long position) {
        InFlightEvents.InFlightEvent inFlightEvent = inFlight.get(position);
        assertThat(inFlightEvent).isSameAs(tree.get(position));
        if (inFlightEvent != null) {
            inFlightEvent.judged = true;
        }
    }

    /** In order, as is usual, or any. */
    private void remove(long position) {
        long removed = tree.isEmpty() || position % 2 == 0 ? position : tree.firstKey();
        inFlight.remove(removed);
        tree.remove(removed);
    }

    private long somePosition(Random random, long head) {
        return head - random.nextInt(60);
    }

    private long firstOpen() {
        return tree.values().stream()
                .filter(it -> !it.judged)
                .map(InFlightEvents.InFlightEvent::position)
                .findFirst()
                .orElse(0L);
    }

    private void check(long position, boolean all) {
        assertThat(inFlight.isEmpty()).isEqualTo(tree.isEmpty());
        assertThat(inFlight.get(position)).isSameAs(tree.get(position));
        assertThat(inFlight.size()).isEqualTo(tree.size());
        if (all) {
            assertThat(inFlight.firstOfRun())
                    .isSameAs(open(false).isEmpty() ? null : open(false).getFirst());
            assertThat(inFlight.firstOpen())
                    .isSameAs(tree.values().stream()
                            .filter(it -> !it.judged)
                            .findFirst()
                            .orElse(null));
            assertThat(inFlight.stragglers())
                    .isEqualTo(open(true).stream().map(it -> it.event).toList());
        }
    }

    private List<InFlightEvents.InFlightEvent> open(boolean straggler) {
        return tree.entrySet().stream()
                .map(Map.Entry::getValue)
                .filter(it -> !it.judged && it.event.straggler() == straggler)
                .toList();
    }
}
