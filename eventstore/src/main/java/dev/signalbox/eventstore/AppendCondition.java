package dev.signalbox.eventstore;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The condition for an append.
 *
 * @param decision the events that must not have changed since they were read
 * @param repetition the events that must not exist: they show that the command was executed before
 */
public record AppendCondition(Optional<Decision> decision, Optional<Query> repetition) {
    /**
     * A decision and what it was based on.
     *
     * @param model the events that the decision depends on
     * @param cursor what was visible when it was made
     */
    public record Decision(Query model, Cursor cursor) {}

    /** No condition. */
    public static AppendCondition none() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Builds a condition. */
    public static final class Builder {
        private @Nullable Decision decision;
        private @Nullable Query repetition;

        private Builder() {}

        /** No matching event may have been committed that was not visible at the cursor. */
        public Builder unchanged(Query model, Cursor cursor) {
            decision = new Decision(model, cursor);
            return this;
        }

        /** No matching event may exist, whenever it was committed. */
        public Builder withIdempotencyCheck(Query done) {
            repetition = done;
            return this;
        }

        /** No event of this type with this tag may exist, whenever it was committed. */
        public Builder withIdempotencyCheck(String type, String tagKey, String tagValue) {
            return withIdempotencyCheck(Query.of(new QueryItem(List.of(type), List.of(new Tag(tagKey, tagValue)))));
        }

        public AppendCondition build() {
            return new AppendCondition(Optional.ofNullable(decision), Optional.ofNullable(repetition));
        }
    }
}
