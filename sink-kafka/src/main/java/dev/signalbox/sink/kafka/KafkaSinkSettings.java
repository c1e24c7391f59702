package dev.signalbox.sink.kafka;

import dev.signalbox.core.sink.SinkLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sink makes of messages, and how many it takes at once.
 *
 * @param topic where messages go that no rule is for
 * @param rules the first one for a message's type decides
 * @param key what a record's key is
 * @param cloudEvents if there, records are CloudEvents
 * @param eventHeaders whether an event's position and tags become headers
 * @param limits how much one call takes
 */
public record KafkaSinkSettings(
        TopicTemplate topic,
        List<TopicRule> rules,
        RecordKey key,
        @Nullable CloudEvents cloudEvents,
        boolean eventHeaders,
        SinkLimits limits) {

    /** What decides about a record's partition. */
    public enum RecordKey {
        /** The message's group, or nothing. */
        GROUP,
        /** The message's id. */
        ID
    }

    /** Each type is a topic, each group a key. */
    public static final KafkaSinkSettings DEFAULTS = new KafkaSinkSettings(
            TopicTemplate.TYPE, List.of(), RecordKey.GROUP, null, false, new SinkLimits(500, 4L << 20));

    public KafkaSinkSettings {
        rules = List.copyOf(rules);
    }

    public KafkaSinkSettings withTopic(String template) {
        return new KafkaSinkSettings(TopicTemplate.of(template), rules, key, cloudEvents, eventHeaders, limits);
    }

    /** Adds a rule behind those that are there. */
    public KafkaSinkSettings withRule(String types, String template) {
        List<TopicRule> more = new ArrayList<>(rules);
        more.add(new TopicRule(types, TopicTemplate.of(template)));
        return new KafkaSinkSettings(topic, more, key, cloudEvents, eventHeaders, limits);
    }

    public KafkaSinkSettings withKey(RecordKey chosen) {
        return new KafkaSinkSettings(topic, rules, chosen, cloudEvents, eventHeaders, limits);
    }

    public KafkaSinkSettings withCloudEvents(@Nullable CloudEvents events) {
        return new KafkaSinkSettings(topic, rules, key, events, eventHeaders, limits);
    }

    public KafkaSinkSettings withEventHeaders(boolean wanted) {
        return new KafkaSinkSettings(topic, rules, key, cloudEvents, wanted, limits);
    }

    public KafkaSinkSettings withLimits(SinkLimits most) {
        return new KafkaSinkSettings(topic, rules, key, cloudEvents, eventHeaders, most);
    }
}
