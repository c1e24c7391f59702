package dev.signalbox.eventstore;

import java.util.List;

/**
 * The events that a decision depends on: if another one appears before the decision is recorded, it is stale.
 *
 * @param query which events these are
 */
public record DecisionModel(Query query) {
    public static DecisionModel of(Query query) {
        return new DecisionModel(query);
    }

    public static DecisionModel of(QueryItem first, QueryItem... others) {
        return new DecisionModel(Query.of(first, others));
    }

    /** Events of these types with this tag: the usual model of one thing. */
    public static DecisionModel of(String tagKey, String tagValue, String... types) {
        return of(new QueryItem(List.of(types), List.of(new Tag(tagKey, tagValue))));
    }

    /** Starts the condition that this model has not changed since the events were read. */
    public AppendCondition.Builder toAppendCondition(Cursor cursor) {
        return AppendCondition.builder().unchanged(query, cursor);
    }
}
