package dev.signalbox.runtime.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All settings there are. */
final class Settings {
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
                    SeedZeroSettings.ALL,
                    SeedOneSettings.ALL,
                    SeedFourSettings.ALL)
            .flatMap(List::stream)
            .toList();
    private static final List<String> PREFIXES =
            List.of("signalbox", SeedZeroSettings.PREFIX, SeedOneSettings.PREFIX, SeedFourSettings.PREFIX);

    private Settings() {}

    /**
     * Which setting a key means.
     *
     * @param name the name of the source, sink or relay, or several names; empty for settings without
     */
    record Match(Setting<?> setting, String name) {}

    /** Whether a key is ours to judge; all others belong to somebody else and are left alone. */
    static boolean owns(String key) {
        String uniform = Names.uniform(key);
        return PREFIXES.stream()
                .map(Names::uniform)
                .anyMatch(prefix -> uniform.equals(prefix) || uniform.startsWith(prefix + "."));
    }

    static Optional<Match> match(String key) {
        for (Setting<?> setting : ALL) {
            for (String pattern : keys(setting).toList()) {
                Optional<String> name = Key.match(pattern, key);
                if (name.isPresent()) {
                    return Optional.of(new Match(setting, name.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** The key that was probably meant. */
    static Optional<String> suggestion(String key) {
        return Names.closest(
                key,
                ALL.stream()
                        .flatMap(Settings::keys)
                        .map(pattern -> Key.likened(pattern, key))
                        .toList());
    }

    /** Whether settings begin with this key, so that it should not have a value itself. */
    static boolean isGroup(String key) {
        return ALL.stream().anyMatch(setting -> Key.begins(setting.key(), key));
    }

    static Stream<String> keys(Setting<?> setting) {
        return Stream.concat(Stream.of(setting.key()), setting.aliases().stream());
    }
}
