package dev.signalbox.core.delivery;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Groups whose messages are being released. A source that hands out more of a group while some of it is held must not
 * do so now. Messages that it handed out before it knew are released as well, because they would overtake the others.
 */
final class GroupsBeingReleased {
    /** Groups with messages that are not yet recorded as released. */
    private final Set<String> now = new HashSet<>();
    /** Groups released since the last fetch began. */
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

    /** Whether the messages that a fetch returned of this group must be released. */
    boolean concerns(String group) {
        return sinceFetch.contains(group);
    }

    /** The groups that must not be fetched. */
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
