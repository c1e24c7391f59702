package dev.signalbox.core.delivery;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Groups whose messages are being given back. A source that hands out more of a group while some of it is held must not do
 * so now, and what it had handed out before it knew goes back as well: it would overtake what is given back.
 */
final class GroupsBeingReleased {
    /** Those of which something is not yet recorded as given back. */
    private final Set<String> now = new HashSet<>();
    /** Those that gave way since the last fetch began. */
    private final Set<String> sinceFetch = new HashSet<>();

    void begins(String group) {
        now.add(group);
        sinceFetch.add(group);
    }

    /** Nothing of the group is held any more. */
    void ends(String group) {
        now.remove(group);
    }

    void fetchStarts() {
        sinceFetch.clear();
    }

    /** Whether what a fetch has brought of this group must go back. */
    boolean concerns(String group) {
        return sinceFetch.contains(group);
    }

    /** The groups that are not to be fetched. */
    Set<String> with(Set<String> held) {
        if (now.isEmpty()) {
            return held;
        }
        Set<String> all = new HashSet<>(held);
        all.addAll(now);
        return Collections.unmodifiableSet(all);
    }

    void clear() {
        now.clear();
        sinceFetch.clear();
    }
}
