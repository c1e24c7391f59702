package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups and ungrouped messages that wait for their next attempt, although their rows are free in the database. */
final class PostponedMessages {
    /** @param message the waiting message, or null if its whole group waits */
    private record PostponedUntil(
            long at, String key, @Nullable Message message) {
        boolean isGroup() {
            return message == null;
        }
    }

    private static final long UNTIL_BACK = Long.MAX_VALUE;

    private final PriorityQueue<PostponedUntil> queue = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
    private final Map<String, Long> groups = new HashMap<>();
    private final Map<String, Long> messages = new HashMap<>();
    /** Groups whose time has come since the last fetch. */
    private final Set<String> dueGroups = new LinkedHashSet<>();

    private final Map<String, UngroupedMessage> dueUngrouped = new LinkedHashMap<>();

    /** A group or message that waits so that others can be probes. */
    private record MakingWay(boolean isGroup, String key) {}

    /** The first one has waited longest. */
    private final LinkedHashMap<MakingWay, Message> makingWay = new LinkedHashMap<>();

    /** Copies of the keys, kept until these change, because claims name them again and again. */
    private @Nullable Set<String> groupsCopy;

    private @Nullable Set<String> messagesCopy;

    void holdGroup(String group, long until) {
        groupsCopy = null;
        groups.put(group, until);
        makingWay.remove(new MakingWay(true, group));
        dueGroups.remove(group);
        if (until < UNTIL_BACK) {
            queue.add(new PostponedUntil(until, group, null));
        }
    }

    void holdMessage(Message message, long until) {
        messagesCopy = null;
        messages.put(message.id(), until);
        makingWay.remove(new MakingWay(false, message.id()));
        dueUngrouped.remove(message.id());
        if (until < UNTIL_BACK) {
            queue.add(new PostponedUntil(until, message.id(), message));
        }
    }

    /** Lets this message, or its group if it has one to wait for, wait until the outage ends or there is no other probe. */
    void makeWay(@Nullable String group, Message message) {
        if (group == null) {
            holdMessage(message, UNTIL_BACK);
            makingWay.put(new MakingWay(false, message.id()), message);
        } else if (!holdsGroup(group)) {
            holdGroup(group, UNTIL_BACK);
            makingWay.put(new MakingWay(true, group), message);
        }
    }

    /** Whether something waits so that others can be probes. */
    boolean someMakeWay() {
        return !makingWay.isEmpty();
    }

    /** There was no other probe: what has made way first may be the next one. */
    void letOneBack(long now) {
        Map.Entry<MakingWay, Message> first = makingWay.firstEntry();
        if (first != null && first.getKey().isGroup()) {
            holdGroup(first.getKey().key(), now);
        } else if (first != null) {
            holdMessage(first.getValue(), now);
        }
    }

    /** The destination is back. */
    void outageEnds(long now) {
        while (someMakeWay()) {
            letOneBack(now);
        }
    }

    boolean holdsGroup(String group) {
        return groups.containsKey(group);
    }

    boolean holdsMessage(String id) {
        return messages.containsKey(id);
    }

    /** Until when the message or its group waits, or null if neither does, or only for the end of the outage. */
    @Nullable
    Long until(String id, @Nullable String group) {
        long ofMessage = messages.getOrDefault(id, UNTIL_BACK);
        long ofGroup = group == null ? UNTIL_BACK : groups.getOrDefault(group, UNTIL_BACK);
        if (ofMessage == UNTIL_BACK || ofGroup == UNTIL_BACK) {
            long known = Math.min(ofMessage, ofGroup);
            return known == UNTIL_BACK ? null : known;
        }
        return Math.max(ofMessage, ofGroup);
    }

    /** Ends the holds whose time has come, and returns whether there were any. */
    boolean expire(long now) {
        boolean any = false;
        for (PostponedUntil postponedUntil = queue.peek();
                postponedUntil != null && postponedUntil.at() <= now;
                postponedUntil = queue.peek()) {
            queue.poll();
            // An entry that was held again since then stays until its own time.
            if ((postponedUntil.isGroup() ? groups : messages).remove(postponedUntil.key(), postponedUntil.at())) {
                due(postponedUntil);
                any = true;
                groupsCopy = postponedUntil.isGroup() ? null : groupsCopy;
                messagesCopy = postponedUntil.isGroup() ? messagesCopy : null;
            }
        }
        return any;
    }

    private void due(PostponedUntil expired) {
        Message message = expired.message();
        String group = message == null ? expired.key() : message.group();
        if (group != null) {
            dueGroups.add(group);
        } else if (message != null) {
            dueUngrouped.put(message.id(), new UngroupedMessage(message.id(), message.size()));
        }
    }

    /** Takes up to so many groups, and as many ungrouped messages, whose time has come, for the next fetch. */
    DueRetries takeDue(int most) {
        DueRetries due = new DueRetries(
                dueGroups.stream().limit(most).toList(),
                dueUngrouped.values().stream().limit(most).toList());
        due.groups().forEach(dueGroups::remove);
        due.ungrouped().forEach(message -> dueUngrouped.remove(message.id()));
        return due;
    }

    /** The fetch failed: they are still due. */
    void putBack(DueRetries due) {
        due.groups().stream().filter(group -> !holdsGroup(group)).forEach(dueGroups::add);
        due.ungrouped().stream()
                .filter(message -> !holdsMessage(message.id()))
                .forEach(message -> dueUngrouped.put(message.id(), message));
    }

    long nextExpiry() {
        PostponedUntil postponedUntil = queue.peek();
        return postponedUntil == null ? Long.MAX_VALUE : postponedUntil.at();
    }

    int size() {
        return groups.size() + messages.size();
    }

    /** Whether nothing waits, and nothing is due. */
    boolean isEmpty() {
        return groups.isEmpty() && messages.isEmpty() && !hasDue();
    }

    boolean hasDue() {
        return !dueGroups.isEmpty() || !dueUngrouped.isEmpty();
    }

    Set<String> groups() {
        Set<String> copy = groupsCopy;
        if (copy == null) {
            copy = Set.copyOf(groups.keySet());
            groupsCopy = copy;
        }
        return copy;
    }

    Set<String> messages() {
        Set<String> copy = messagesCopy;
        if (copy == null) {
            copy = Set.copyOf(messages.keySet());
            messagesCopy = copy;
        }
        return copy;
    }

    void clear() {
        groupsCopy = null;
        messagesCopy = null;
        queue.clear();
        groups.clear();
        messages.clear();
        makingWay.clear();
        dueGroups.clear();
        dueUngrouped.clear();
    }
}
