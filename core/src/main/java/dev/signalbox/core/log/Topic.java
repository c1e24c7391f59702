package dev.signalbox.core.log;

import java.util.List;

/**
 * Which events belong to a topic: those that meet all four conditions. An empty condition matches every event.
 *
 * @param requiredTags keys that the event must all be tagged with
 * @param exactTags {@code key=value} tags that must all be on the event
 */
public record Topic(List<String> requiredTags, List<String> anyOfTags, List<String> exactTags, List<String> types) {
    public Topic {
        requiredTags = List.copyOf(requiredTags);
        anyOfTags = List.copyOf(anyOfTags);
        exactTags = List.copyOf(exactTags);
        types = List.copyOf(types);
    }

    public boolean contains(LogEvent event) {
        if (event.payload().oversized() != null
                && (event.type().isEmpty() || event.tags().isEmpty())) {
            // Its type or its tags are unknown: a dead letter in each feed is better than a loss.
            return true;
        }
        List<String> tags = event.tags();
        return (types.isEmpty() || types.contains(event.type()))
                && (exactTags.isEmpty() || tags.containsAll(exactTags))
                && (requiredTags.isEmpty() || countKeys(requiredTags, tags) == requiredTags.size())
                && (anyOfTags.isEmpty() || countKeys(anyOfTags, tags) > 0);
    }

    /** How many of these keys the event is tagged with. Runs for every event of a log, so it stays plain. */
    private static int countKeys(List<String> keys, List<String> tags) {
        int count = 0;
        for (int i = 0; i < keys.size(); i++) {
            count += hasKey(tags, keys.get(i)) ? 1 : 0;
        }
        return count;
    }

    private static boolean hasKey(List<String> tags, String key) {
        for (int i = 0; i < tags.size(); i++) {
            if (isOf(tags.get(i), key)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a tag, which is {@code key=value} or a key alone, has this key. */
    static boolean isOf(String tag, String key) {
        return tag.startsWith(key) && (tag.length() == key.length() || tag.charAt(key.length()) == '=');
    }
}
