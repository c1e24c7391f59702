package dev.signalbox.runtime.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All settings there are. */
final class SettingCatalog {
    static final List<Setting<?>> ALL = Stream.of(
                    ProgramSettings.ALL,
                    OidcSettings.ALL,
                    SourceSettings.ALL,
                    SinkSettings.ALL,
                    KafkaSettings.ALL,
                    RabbitSettings.ALL,
                    RelaySettings.ALL,
                    OutboxSettings.ALL,
                    LogSettings.ALL,
                    TopicSettings.ALL,
                    PublisherSettings.ALL,
                    FlowCatalystSettings.ALL,
                    CrabletSettings.ALL,
                    EventOutboxSettings.ALL)
            .flatMap(List::stream)
            .toList();
    private static final List<String> PREFIXES =
            List.of("signalbox", FlowCatalystSettings.PREFIX, CrabletSettings.PREFIX, EventOutboxSettings.PREFIX);

    private SettingCatalog() {}

    /**
     * Which setting a key means.
     *
     * @param name the name of the source, sink or relay, or several names; empty for settings without
     */
    record KeyMatch(Setting<?> setting, String name) {}

    /** Whether a key is ours to judge; all others belong to somebody else and are left alone. */
    static boolean owns(String key) {
        String uniform = SettingNames.uniform(key);
        return PREFIXES.stream()
                .map(SettingNames::uniform)
                .anyMatch(prefix -> uniform.equals(prefix) || uniform.startsWith(prefix + "."));
    }

    static Optional<KeyMatch> match(String key) {
        for (Setting<?> setting : ALL) {
            for (String pattern : keys(setting).toList()) {
                Optional<String> name = SettingKey.match(pattern, key);
                if (name.isPresent()) {
                    return Optional.of(new KeyMatch(setting, name.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** The key that was probably meant. */
    static Optional<String> suggestion(String key) {
        return SettingNames.closest(
                key,
                ALL.stream()
                        .flatMap(SettingCatalog::keys)
                        .map(pattern -> SettingKey.likened(pattern, key))
                        .toList());
    }

    /** Whether settings begin with this key, so that it should not have a value itself. */
    static boolean isGroup(String key) {
        return ALL.stream().anyMatch(setting -> SettingKey.begins(setting.key(), key));
    }

    static Stream<String> keys(Setting<?> setting) {
        return Stream.concat(Stream.of(setting.key()), setting.aliases().stream());
    }
}
