package dev.signalbox.testkit.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Knows what was written and when, and checks what is sent.
 *
 * <p>An event must come after another one of its group if that was committed before this one's position was taken, or
 * if both are of one transaction and this one has the higher position.
 */
final class LogOracle {
    private static final class EventHistory {
        final @Nullable String group;
        final int writer;
        final int takenAt;
        int committedAt = Integer.MAX_VALUE;
        boolean sent;
        boolean delivered;
        boolean givenUp;
        boolean recorded;
        int failures;

        EventHistory(@Nullable String group, int writer, int takenAt) {
            this.group = group;
            this.writer = writer;
            this.takenAt = takenAt;
        }
    }

    private final BiPredicate<@Nullable String, @Nullable String> sameGroup;
    private final Map<Long, EventHistory> events = new TreeMap<>();
    private final Map<Long, Integer> taken = new HashMap<>();
    private final List<String> wrongs = new ArrayList<>();
    private int time;

    LogOracle(BiPredicate<@Nullable String, @Nullable String> sameGroup) {
        this.sameGroup = sameGroup;
    }

    void taken(long position) {
        taken.put(position, time++);
    }

    void appended(long position, @Nullable String group, int writer) {
        events.put(position, new EventHistory(group, writer, Objects.requireNonNull(taken.get(position))));
    }

    void committed(int writer) {
        time++;
        events.values().stream().filter(it -> it.writer == writer).forEach(it -> it.committedAt = time);
        time++;
    }

    void sent(List<Long> batch) {
        for (int i = 0; i < batch.size(); i++) {
            long position = batch.get(i);
            EventHistory event = events.get(position);
            if (event == null || event.committedAt == Integer.MAX_VALUE) {
                wrongs.add(position + " was sent and not committed");
                continue;
            }
            if (event.recorded) {
                wrongs.add(position + " was sent again after it was recorded as done");
            }
            if (!event.sent) {
                event.sent = true;
                checkOrder(position, event, batch.subList(0, i));
            }
        }
    }

    private void checkOrder(long position, EventHistory event, List<Long> before) {
        events.forEach((other, it) -> {
            boolean earlier = it.committedAt < event.takenAt || (it.writer == event.writer && other < position);
            boolean mayPrecede = it.delivered || it.givenUp || before.contains(other);
            if (earlier && sameGroup.test(it.group, event.group) && !mayPrecede) {
                wrongs.add(position + " was sent before " + other);
            }
        });
    }

    private EventHistory of(long position) {
        return Objects.requireNonNull(events.get(position));
    }

    void delivered(long position) {
        of(position).delivered = true;
    }

    /** It was tried and failed. */
    void failed(long position) {
        of(position).failures++;
    }

    /** Only its own failures count for an event; some of them may have been forgotten. */
    void checkAttempts(long position, int attempts) {
        int failures = of(position).failures;
        if (attempts > failures) {
            wrongs.add(position + " counts " + attempts + " attempts after " + failures + " failures");
        }
    }

    void givenUp(long position) {
        of(position).givenUp = true;
    }

    /** The log has recorded that it is done. */
    void recorded(long position) {
        of(position).recorded = true;
    }

    boolean isRecorded(long position) {
        return of(position).recorded;
    }

    void replayed(long position) {
        of(position).recorded = false;
    }

    void wrong(String what) {
        wrongs.add(what);
    }

    /** All committed events must be delivered by now, or be dead letters. */
    void checkNothingIsLost(Set<Long> deadLetters) {
        events.forEach((position, event) -> {
            boolean committed = event.committedAt != Integer.MAX_VALUE;
            if (committed && !event.delivered && !deadLetters.contains(position)) {
                wrongs.add(position + " was lost");
            }
            if (deadLetters.contains(position) && !event.givenUp) {
                wrongs.add(position + " is a dead letter and was not given up");
            }
        });
    }

    List<String> wrongs() {
        return List.copyOf(wrongs);
    }
}
