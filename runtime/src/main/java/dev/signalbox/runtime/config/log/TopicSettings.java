package dev.signalbox.runtime.config.log;

import dev.signalbox.core.log.Topic;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueType;
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
    static final TopicSettings OF_LOG = below(PREFIX);
    public static final List<Setting<?>> ALL = OF_LOG.all();

    public static TopicSettings below(String prefix) {
        return new TopicSettings(
                list(
                        prefix + ".required-tags",
                        ValueTypes.tagKey(),
                        "The keys of tags that an event must have, all of them."),
                list(prefix + ".any-of-tags", ValueTypes.tagKey(), "The keys of tags of which an event must have one."),
                new Setting<>(
                        prefix + ".exact-tags",
                        ValueTypes.pairs(),
                        List.of(),
                        List.of(),
                        false,
                        "",
                        List.of(),
                        "Tags with their values that an event must have, all of them."),
                list(prefix + ".types", ValueTypes.text(255), "The types of which an event must be one."),
                Setting.required(
                        prefix + ".publishers",
                        ValueTypes.list(ValueTypes.publisher()),
                        "LogPublisher",
                        "Who gets the events: sinks, `LogPublisher`, `StatisticsPublisher`, `GlobalStatisticsPublisher`, and your own."));
    }

    public List<Setting<?>> all() {
        return List.of(requiredTags, anyOfTags, exactTags, types, publishers);
    }

    public Topic filter(SettingValues settingValues, String name) {
        return new Topic(
                settingValues.read(requiredTags, name),
                settingValues.read(anyOfTags, name),
                settingValues.read(exactTags, name),
                settingValues.read(types, name));
    }

    private static Setting<List<String>> list(String key, ValueType<String> items, String description) {
        return new Setting<>(key, ValueTypes.list(items), List.of(), List.of(), false, "", List.of(), description);
    }
}
