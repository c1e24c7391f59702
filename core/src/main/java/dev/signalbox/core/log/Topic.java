package dev.signalbox.core.log;

import java.util.List;

/**
 * Which events belong to a topic: those that meet all four conditions. An empty condition is met by all.
 *
 * @param requiredTags keys that the event must be tagged with, all of them
 * @param anyOfTags keys of which it must have at least one
 * @param exactTags tags that it must have word by word, {@code key=value}
 * @param types one of which it must be of
 */
public record Topic(List<String> requiredTags, List<String> anyOfTags, List<String> exactTags, List<String> types) {
    /** Every event. */
    public static final Topic ALL = new Topic(List.of(), List.of(), List.of(), List.of());

    public Topic {
        requiredTags = List.copyOf(requiredTags);
        anyOfTags = List.copyOf(anyOfTags);
        exactTags = List.copyOf(exactTags);
        types = List.copyOf(types);
    }

    public boolean contains(LogEvent event) {
        List<String> tags = event.tags();
        return (types.isEmpty() || types.contains(event.type()))
                && tags.containsAll(exactTags)
                && requiredTags.stream().allMatch(key -> hasKey(tags, key))
                && (anyOfTags.isEmpty() || anyOfTags.stream().anyMatch(key -> hasKey(tags, key)));
    }

    private static boolean hasKey(List<String> tags, String key) {
        for (String tag : tags) {
            if (isOf(tag, key)) {
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
