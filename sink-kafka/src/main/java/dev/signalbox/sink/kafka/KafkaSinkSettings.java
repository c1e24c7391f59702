package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Glob;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a sink maps messages to records, and its limits.
 *
 * @param topic the topic of messages that match no rule
 * @param rules the first rule that matches a message's type applies
 * @param access the topics that messages may choose
 * @param eventHeaders whether an event's position and tags become headers
 */
public record KafkaSinkSettings(
        TopicTemplate topic,
        List<TopicRule> rules,
        TopicAccess access,
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
    public record TopicRule(Glob types, TopicTemplate topic) {}

    public static final KafkaSinkSettings DEFAULTS = new KafkaSinkSettings(
            TopicTemplate.TYPE,
            List.of(),
            TopicAccess.ANY,
            RecordKey.GROUP,
            null,
            false,
            new SinkLimits(500, 4L << 20));

    public KafkaSinkSettings {
        rules = List.copyOf(rules);
    }

    public KafkaSinkSettings withTopic(String template) {
        return new KafkaSinkSettings(TopicTemplate.of(template), rules, access, key, cloudEvents, eventHeaders, limits);
    }

    public KafkaSinkSettings withRule(String types, String template) {
        List<TopicRule> more = new ArrayList<>(rules);
        more.add(new TopicRule(new Glob(types), TopicTemplate.of(template)));
        return new KafkaSinkSettings(topic, more, access, key, cloudEvents, eventHeaders, limits);
    }

    public KafkaSinkSettings withAccess(TopicAccess topics) {
        return new KafkaSinkSettings(topic, rules, topics, key, cloudEvents, eventHeaders, limits);
    }

    /** These settings with more topics that no message may choose. */
    public KafkaSinkSettings reserving(Set<String> topics) {
        return withAccess(access.reserving(topics));
    }

    /** Why the fixed topics of these settings must not be written to; null if they may. */
    public @Nullable String fault() {
        for (TopicTemplate template : templates()) {
            String fault = template.template().isFixed() ? access.fault(template.toString()) : null;
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** The templates that consist of values of the message only, so that it chooses among all topics. */
    public List<String> openTemplates() {
        return templates().stream()
                .filter(template -> template.template().literals().isEmpty())
                .map(TopicTemplate::toString)
                .distinct()
                .toList();
    }

    private List<TopicTemplate> templates() {
        return Stream.concat(Stream.of(topic), rules.stream().map(TopicRule::topic))
                .toList();
    }
}
