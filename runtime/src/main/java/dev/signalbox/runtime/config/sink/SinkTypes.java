package dev.signalbox.runtime.config.sink;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.runtime.sink.SinkType.SettingSection;
import dev.signalbox.runtime.sink.SinkType.SinkCapability;
import dev.signalbox.runtime.sink.http.HttpSinkType;
import dev.signalbox.runtime.sink.kafka.KafkaSinkType;
import dev.signalbox.runtime.sink.log.LogSinkType;
import dev.signalbox.runtime.sink.rabbitmq.RabbitSinkType;
import dev.signalbox.runtime.sink.webhook.WebhookSinkType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The registered types of sinks. */
public final class SinkTypes {
    /** All types; the first is the default, and documents the settings that all sinks have. */
    private static final List<SinkType> ALL = List.of(
            HttpSinkType.INSTANCE,
            KafkaSinkType.INSTANCE,
            RabbitSinkType.INSTANCE,
            WebhookSinkType.INSTANCE,
            LogSinkType.INSTANCE);

    private static final String LATER = "is not available in this version; use " + anyOf(names());

    static final Setting<SinkType> TYPE = new SettingGroup(SinkSettings.PREFIX)
            .of(
                    "type",
                    ValueTypes.choice(byName(), Map.of("sqs", LATER)),
                    ALL.getFirst().name())
            .means("The kind of destination.");

    private SinkTypes() {}

    private static List<String> names() {
        return ALL.stream().map(SinkType::name).toList();
    }

    private static String anyOf(List<String> names) {
        return String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }

    private static Map<String, SinkType> byName() {
        Map<String, SinkType> types = new LinkedHashMap<>();
        ALL.forEach(type -> types.put(type.name(), type));
        return types;
    }

    /** The sections of the configuration reference about sinks. */
    public static List<SettingSection> sections() {
        List<SettingSection> sections = new ArrayList<>();
        for (SinkType type : ALL) {
            SettingSection own = type.section();
            List<Setting<?>> settings = new ArrayList<>(own.settings());
            if (sections.isEmpty()) {
                settings.addFirst(TYPE);
            }
            sections.add(new SettingSection(own.title(), own.text(), settings));
        }
        return sections;
    }

    public static List<Setting<?>> settings() {
        return sections().stream()
                .<Setting<?>>flatMap(section -> section.settings().stream())
                .distinct()
                .toList();
    }

    /** The sinks by name. One of an unknown type is left out, so that only its type is a problem. */
    public static Map<String, SinkConfig> sinks(SettingValues values) {
        Map<String, SinkConfig> sinks = new LinkedHashMap<>();
        for (String name : values.names(SinkSettings.PREFIX)) {
            SinkType type = values.read(TYPE, name);
            if (values.isSound(TYPE, name) || !values.isGiven(TYPE, name)) {
                sinks.put(name, type.read(values, name));
            }
        }
        return sinks;
    }

    /** Whether a sink of this name is configured, even if its type is unknown. */
    public static boolean isNamed(SettingValues values, String sink) {
        return values.names(SinkSettings.PREFIX).contains(sink);
    }

    /** Refuses settings that only other types have, and runs the checks of the type itself. */
    public static void check(SettingValues values, SinkConfig sink) {
        Set<Setting<?>> meaningless = new LinkedHashSet<>();
        ALL.forEach(type -> meaningless.addAll(type.settings()));
        sink.type().settings().forEach(meaningless::remove);
        values.refuse(meaningless, sink.name(), meansNothing(sink));
    }

    /** The error message for a setting that this sink does not have. */
    public static String meansNothing(SinkConfig sink) {
        return "means nothing for a sink of type " + sink.type().name() + "; leave it out";
    }

    /** The names of the types with a capability. */
    public static String with(SinkCapability capability) {
        return ALL.stream()
                .filter(type -> type.can(capability))
                .map(SinkType::name)
                .collect(Collectors.joining(" or "));
    }
}
