package dev.signalbox.sink.kafka;

import dev.signalbox.core.sink.Sink.SinkLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a sink maps messages to records, and its limits.
 *
 * @param topic the topic of messages that match no rule
 * @param rules the first rule that matches a message's type applies
 * @param eventHeaders whether an event's position and tags become headers
 */
public record KafkaSinkSettings(
        TopicTemplate topic,
        List<TopicRule> rules,
        RecordKey key,
        @Nullable CloudEvents cloudEvents,
        boolean eventHeaders,
        SinkLimits limits) {

    public enum RecordKey {
        /** The message's group, or no key. */
        GROUP,
        ID
    }

    /** The topic for messages of some types, in which each {@code *} matches any characters. */
    public record TopicRule(String types, TopicTemplate topic) {
        public TopicRule {
            if (types.isEmpty()) {
                throw new IllegalArgumentException("a rule for " + topic + " names no type: '*' stands for all");
            }
        }

        Pattern pattern() {
            String quoted =
                    Arrays.stream(types.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            return Pattern.compile(quoted, Pattern.DOTALL);
        }
    }

    public static final KafkaSinkSettings DEFAULTS = new KafkaSinkSettings(
            TopicTemplate.TYPE, List.of(), RecordKey.GROUP, null, false, new SinkLimits(500, 4L << 20));

    public KafkaSinkSettings {
        rules = List.copyOf(rules);
    }

    public KafkaSinkSettings withTopic(String template) {
        return new KafkaSinkSettings(TopicTemplate.of(template), rules, key, cloudEvents, eventHeaders, limits);
    }

    public KafkaSinkSettings withRule(String types, String template) {
        List<TopicRule> more = new ArrayList<>(rules);
        more.add(new TopicRule(types, TopicTemplate.of(template)));
        return new KafkaSinkSettings(topic, more, key, cloudEvents, eventHeaders, limits);
    }
}
