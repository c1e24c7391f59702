package dev.signalbox.eventstore;

import java.util.List;
import java.util.stream.Stream;

/**
 * Selects the events that match any of the items.
 *
 * @param items the alternatives; none means every event
 */
public record Query(List<QueryItem> items) {
    public Query {
        items = List.copyOf(items);
        InputValidation.atMost("items in a query", items.size(), Limits.QUERY_PARTS);
    }

    /** Every event. */
    public static Query all() {
        return new Query(List.of());
    }

    public static Query of(QueryItem first, QueryItem... others) {
        return new Query(Stream.concat(Stream.of(first), Stream.of(others)).toList());
    }
}
