package dev.signalbox.eventstore;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event to append.
 *
 * @param type what happened
 * @param tags what it is about; conditions find it by its tags
 * @param data its content, one JSON value
 */
public record AppendEvent(String type, List<Tag> tags, String data) {
    public AppendEvent {
        InputValidation.type(type);
        tags = List.copyOf(new LinkedHashSet<>(tags));
        tags.forEach(InputValidation::tag);
        InputValidation.atMost("tags of an event", tags.size(), Limits.TAGS);
        InputValidation.data(data);
    }

    public static Builder builder(String type) {
        return new Builder(type);
    }

    /** Builds an event. */
    public static final class Builder {
        private final String type;
        private final Set<Tag> tags = new LinkedHashSet<>();
        private @Nullable String data;

        private Builder(String type) {
            this.type = InputValidation.type(type);
        }

        /** Adds a tag; a key may have several values. */
        public Builder tag(String key, String value) {
            tags.add(new Tag(key, value));
            return this;
        }

        /** Sets the content, one JSON value. */
        public Builder data(String json) {
            this.data = json;
            return this;
        }

        public AppendEvent build() {
            if (data == null) {
                throw new IllegalStateException(
                        "The event " + type + " has no data: call data(json), with {} if there is nothing to say");
            }
            return new AppendEvent(type, new ArrayList<>(tags), data);
        }
    }
}
