package dev.signalbox.core.delivery;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups and ungrouped messages that wait for their next attempt, although their rows are free in the database. */
final class PostponedMessages {
    private record PostponedUntil(long at, boolean isGroup, String key) {}

    private final PriorityQueue<PostponedUntil> queue = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
    private final Map<String, Long> groups = new HashMap<>();
    private final Map<String, Long> messages = new HashMap<>();

    void holdGroup(String group, long until) {
        hold(groups, true, group, until);
    }

    void holdMessage(String id, long until) {
        hold(messages, false, id, until);
    }

    private void hold(Map<String, Long> held, boolean isGroup, String key, long until) {
        held.put(key, until);
        queue.add(new PostponedUntil(until, isGroup, key));
    }

    boolean holdsGroup(String group) {
        return groups.containsKey(group);
    }

    boolean holdsMessage(String id) {
        return messages.containsKey(id);
    }

    /** Until when the message or its group waits, or null if neither does. */
    @Nullable
    Long until(String id, @Nullable String group) {
        Long ofMessage = messages.get(id);
        Long ofGroup = group == null ? null : groups.get(group);
        return ofMessage == null || (ofGroup != null && ofGroup > ofMessage) ? ofGroup : ofMessage;
    }

    /** Ends the holds whose time has come, and returns whether there were any. */
    boolean expire(long now) {
        boolean any = false;
        for (PostponedUntil postponedUntil = queue.peek();
                postponedUntil != null && postponedUntil.at() <= now;
                postponedUntil = queue.peek()) {
            queue.poll();
            // An entry that was held again since then stays until its own time.
            any |= (postponedUntil.isGroup() ? groups : messages).remove(postponedUntil.key(), postponedUntil.at());
        }
        return any;
    }

    long nextExpiry() {
        PostponedUntil postponedUntil = queue.peek();
        return postponedUntil == null ? Long.MAX_VALUE : postponedUntil.at();
    }

    int size() {
        return groups.size() + messages.size();
    }

    Set<String> groups() {
        return Collections.unmodifiableSet(groups.keySet());
    }

    Set<String> messages() {
        return Collections.unmodifiableSet(messages.keySet());
    }

    void clear() {
        queue.clear();
        groups.clear();
        messages.clear();
    }
}
