package dev.signalbox.runtime.config.log;

import dev.signalbox.core.log.Topic;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.util.List;

/**
 * The settings of a topic: its filter and its publishers.
 *
 * @param publishers the names of sinks, built-in publishers and plug-ins
 */
public record TopicSettings(
        Setting<List<String>> requiredTags,
        Setting<List<String>> anyOfTags,
        Setting<List<String>> exactTags,
        Setting<List<String>> types,
        Setting<List<String>> publishers) {
    public static final String PREFIX = LogSettings.PREFIX + ".topics.<topic>";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);
    static final TopicSettings OF_LOG = in(GROUP);
    public static final List<Setting<?>> ALL = GROUP.all();

    public static TopicSettings in(SettingGroup group) {
        var keys = ValueTypes.list(ValueTypes.tagKey());
        return new TopicSettings(
                group.list("required-tags", keys).means("The keys of tags that an event must have, all of them."),
                group.list("any-of-tags", keys).means("The keys of tags; an event must have one of them."),
                group.list("exact-tags", ValueTypes.pairs())
                        .means("Tags with their values that an event must have, all of them."),
                group.list("types", ValueTypes.list(ValueTypes.text(255)))
                        .means("The types of events; an event must have one of them."),
                group.required("publishers", ValueTypes.list(ValueTypes.publisher()), "LogPublisher")
                        .means(
                                "The publishers of the events: sinks, `LogPublisher`, `StatisticsPublisher`, `GlobalStatisticsPublisher`, and your own."));
    }

    public Topic filter(SettingValues values, String name) {
        return new Topic(
                values.read(requiredTags, name),
                values.read(anyOfTags, name),
                values.read(exactTags, name),
                values.read(types, name));
    }
}
