package dev.signalbox.core.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a siding that are in hand, by position. There are many of them, and they come, are judged and go mostly in
 * their order: that costs neither a search nor a node of a tree.
 */
final class Hand {
    /** An event in hand. */
    static final class Held {
        final Siding.Place place;
        final long claim;
        /** How many events the pair had read when it was handed out. */
        final long seen;
        /** Its verdict is known here, and perhaps not yet recorded. */
        boolean judged;

        private boolean gone;

        Held(Siding.Place place, long claim, long seen) {
            this.place = place;
            this.claim = claim;
            this.seen = seen;
        }

        long position() {
            return place.position();
        }

        /** Whether its verdict is awaited. */
        boolean isOpen() {
            return !gone && !judged;
        }
    }

    private static final Held[] NONE = {};

    private Held[] held = NONE;
    /** The first that is not gone, if there is one; between it and the end there may be some that are. */
    private int first;

    private int end;
    /** Where the last look-up ended. */
    private int last;
    /** Before this one there is none of the run whose verdict is awaited. */
    private int unjudged;

    private int size;
    private int stragglers;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void add(Held added) {
        makeRoom();
        int at = first == end || held[end - 1].position() < added.position() ? end : search(added.position());
        unjudged = Math.min(unjudged, at);
        size++;
        stragglers += added.place.straggler() ? 1 : 0;
        if (at < end && held[at].position() == added.position()) {
            leave(held[at]);
            held[at] = added;
            return;
        }
        System.arraycopy(held, at, held, at + 1, end - at);
        held[at] = added;
        end++;
    }

    private void makeRoom() {
        if (end == held.length) {
            int size = end - first;
            Held[] wider = 2 * size >= held.length ? new Held[Math.max(4, 2 * size)] : held;
            System.arraycopy(held, first, wider, 0, size);
            held = wider;
            unjudged = Math.max(0, unjudged - first);
            first = 0;
            end = size;
        }
    }

    @Nullable
    Held get(long position) {
        int at = find(position);
        return at < end && held[at].position() == position && !held[at].gone ? held[at] : null;
    }

    void remove(long position) {
        Held found = get(position);
        if (found == null) {
            return;
        }
        leave(found);
        while (first < end && held[first].gone) {
            first++;
        }
        if (isEmpty()) {
            first = 0;
            end = 0;
            unjudged = 0;
        }
    }

    private void leave(Held found) {
        if (!found.gone) {
            size--;
            stragglers -= found.place.straggler() ? 1 : 0;
        }
        found.gone = true;
    }

    /** Mostly the same is asked for once more, or the next. */
    private int find(long position) {
        if (!isAt(last, position)) {
            last = isAt(last + 1, position) ? last + 1 : search(position);
        }
        return last;
    }

    private boolean isAt(int index, long position) {
        return index >= first && index < end && held[index].position() == position;
    }

    /** Where the position is or would be. */
    private int search(long position) {
        int low = first;
        int high = end;
        // Mostly it is the first that is asked for.
        if (low < high && held[low].position() >= position) {
            return low;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (held[middle].position() < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first whose verdict is awaited and that goes back to the run; null if there is none. */
    @Nullable
    Held firstOfRun() {
        unjudged = Math.max(unjudged, first);
        while (unjudged < end && !(held[unjudged].isOpen() && !held[unjudged].place.straggler())) {
            unjudged++;
        }
        return unjudged == end ? null : held[unjudged];
    }

    /** The first whose verdict is awaited; null if there is none. */
    @Nullable
    Held firstOpen() {
        for (int i = first; i < end; i++) {
            if (held[i].isOpen()) {
                return held[i];
            }
        }
        return null;
    }

    /** Those whose verdict is awaited and that go back to the stragglers. */
    List<Siding.Place> stragglers() {
        if (stragglers == 0) {
            return List.of();
        }
        List<Siding.Place> open = new ArrayList<>();
        for (int i = first; i < end; i++) {
            if (held[i].isOpen() && held[i].place.straggler()) {
                open.add(held[i].place);
            }
        }
        return open;
    }
}
