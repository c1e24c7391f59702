package dev.signalbox.sink.kafka;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The topic for messages of some types.
 *
 * @param types a type, in which each {@code *} matches any characters
 */
public record TopicRule(String types, TopicTemplate topic) {
    public TopicRule {
        if (types.isEmpty()) {
            throw new IllegalArgumentException("a rule for " + topic + " names no type: '*' stands for all");
        }
    }

    /** Matches the types of this rule. */
    Pattern pattern() {
        return Pattern.compile(
                Arrays.stream(types.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }
}
