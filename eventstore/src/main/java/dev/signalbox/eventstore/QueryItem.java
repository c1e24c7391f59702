package dev.signalbox.eventstore;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * One alternative of a query: an event matches if it has any of the types and all of the tags.
 *
 * @param types the types to choose from; none means any type
 * @param tags the tags that an event must have; none means any tags
 */
public record QueryItem(List<String> types, List<Tag> tags) {
    public QueryItem {
        types = List.copyOf(new LinkedHashSet<>(types));
        tags = List.copyOf(new LinkedHashSet<>(tags));
        types.forEach(InputValidation::type);
        tags.forEach(InputValidation::tag);
        InputValidation.atMost("types in a query item", types.size(), Limits.QUERY_PARTS);
        InputValidation.atMost("tags in a query item", tags.size(), Limits.TAGS);
    }

    /** Events of any of these types. */
    public static QueryItem types(String... types) {
        return new QueryItem(List.of(types), List.of());
    }

    /** Events of any type with this tag. */
    public static QueryItem tagged(String key, String value) {
        return new QueryItem(List.of(), List.of(new Tag(key, value)));
    }

    /** This item, narrowed to events that have this tag too. */
    public QueryItem tag(String key, String value) {
        List<Tag> more = new ArrayList<>(tags);
        more.add(new Tag(key, value));
        return new QueryItem(types, more);
    }
}
