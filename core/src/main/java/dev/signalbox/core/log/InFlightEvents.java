package dev.signalbox.core.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The in-flight events of a deferred group. Usually they come and leave in order: that costs neither search nor node. */
final class InFlightEvents {
    /** An event in flight. */
    static final class InFlightEvent {
        final DeferredGroup.EventRef event;
        final long claim;
        /** How many events the feed had read when it was handed out. */
        final long seen;
        /** Its verdict is known here, and perhaps not yet recorded. */
        boolean judged;

        private boolean gone;

        InFlightEvent(DeferredGroup.EventRef eventRef, long claim, long seen) {
            this.event = eventRef;
            this.claim = claim;
            this.seen = seen;
        }

        long position() {
            return event.position();
        }

        /** Whether its verdict is awaited. */
        boolean isOpen() {
            return !gone && !judged;
        }
    }

    private static final InFlightEvent[] NONE = {};

    private InFlightEvent[] events = NONE;
    /** The first that has not left, if there is one; between it and the end some may have left. */
    private int first;

    private int end;
    /** Where the last lookup ended. */
    private int last;
    /** No event before this one returns to the run and awaits its verdict. */
    private int unjudged;

    private int size;
    private int stragglers;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void add(InFlightEvent added) {
        makeRoom();
        int at = first == end || events[end - 1].position() < added.position() ? end : search(added.position());
        unjudged = Math.min(unjudged, at);
        size++;
        stragglers += added.event.straggler() ? 1 : 0;
        if (at < end && events[at].position() == added.position()) {
            leave(events[at]);
            events[at] = added;
            return;
        }
        System.arraycopy(events, at, events, at + 1, end - at);
        events[at] = added;
        end++;
    }

    private void makeRoom() {
        if (end == events.length) {
            int size = end - first;
            InFlightEvent[] wider = 2 * size >= events.length ? new InFlightEvent[Math.max(4, 2 * size)] : events;
            System.arraycopy(events, first, wider, 0, size);
            events = wider;
            unjudged = Math.max(0, unjudged - first);
            first = 0;
            end = size;
        }
    }

    @Nullable
    InFlightEvent get(long position) {
        int at = find(position);
        return at < end && events[at].position() == position && !events[at].gone ? events[at] : null;
    }

    void remove(long position) {
        InFlightEvent found = get(position);
        if (found == null) {
            return;
        }
        leave(found);
        while (first < end && events[first].gone) {
            first++;
        }
        if (isEmpty()) {
            first = 0;
            end = 0;
            unjudged = 0;
        }
    }

    private void leave(InFlightEvent found) {
        if (!found.gone) {
            size--;
            stragglers -= found.event.straggler() ? 1 : 0;
        }
        found.gone = true;
    }

    /** Usually the same event is asked for once more, or the next. */
    private int find(long position) {
        if (!isAt(last, position)) {
            last = isAt(last + 1, position) ? last + 1 : search(position);
        }
        return last;
    }

    private boolean isAt(int index, long position) {
        return index >= first && index < end && events[index].position() == position;
    }

    /** Where the position is or would be. */
    private int search(long position) {
        int low = first;
        int high = end;
        // Usually it is the first that is asked for.
        if (low < high && events[low].position() >= position) {
            return low;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (events[middle].position() < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first that awaits its verdict and returns to the run; null if there is none. */
    @Nullable
    InFlightEvent firstOfRun() {
        unjudged = Math.max(unjudged, first);
        while (unjudged < end && !(events[unjudged].isOpen() && !events[unjudged].event.straggler())) {
            unjudged++;
        }
        return unjudged == end ? null : events[unjudged];
    }

    /** The first that awaits its verdict; null if there is none. */
    @Nullable
    InFlightEvent firstOpen() {
        for (int i = first; i < end; i++) {
            if (events[i].isOpen()) {
                return events[i];
            }
        }
        return null;
    }

    /** Those that await their verdict and return to the stragglers. */
    List<DeferredGroup.EventRef> stragglers() {
        if (stragglers == 0) {
            return List.of();
        }
        List<DeferredGroup.EventRef> open = new ArrayList<>();
        for (int i = first; i < end; i++) {
            if (events[i].isOpen() && events[i].event.straggler()) {
                open.add(events[i].event);
            }
        }
        return open;
    }
}
