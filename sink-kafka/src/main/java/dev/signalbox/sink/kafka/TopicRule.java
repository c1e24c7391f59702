package dev.signalbox.sink.kafka;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where messages of some types go.
 *
 * @param types a type, in which each {@code *} stands for any characters
 */
public record TopicRule(String types, TopicTemplate topic) {
    public TopicRule {
        if (types.isEmpty()) {
            throw new IllegalArgumentException("a rule for " + topic + " names no type: '*' stands for all");
        }
    }

    /** Tells which types a rule is for. */
    Pattern pattern() {
        return Pattern.compile(
                Arrays.stream(types.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }
}
