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
    /** Groups released since the fetch of this number began. */
    private final Set<String> sinceFetch = new HashSet<>();

    private long fetch = -1;

    /** @param lastFetch the number of the last fetch that began */
    void begins(String group, long lastFetch) {
        now.add(group);
        if (fetch != lastFetch) {
            fetch = lastFetch;
            sinceFetch.clear();
        }
        sinceFetch.add(group);
    }

    /** Nothing of the group is held any more. */
    void ends(String group) {
        now.remove(group);
    }

    /** Whether the messages that the last fetch returned of this group must be released. */
    boolean concerns(String group, long lastFetch) {
        return fetch == lastFetch && sinceFetch.contains(group);
    }

    boolean isEmpty() {
        return now.isEmpty();
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
