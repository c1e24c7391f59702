package dev.signalbox.server.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All settings there are. */
final class Settings {
    static final List<Setting<?>> ALL = Stream.of(
                    ProgramSettings.ALL,
                    SourceSettings.ALL,
                    SinkSettings.ALL,
                    RelaySettings.ALL,
                    OutboxSettings.ALL,
                    SeedZeroSettings.ALL)
            .flatMap(List::stream)
            .toList();
    private static final List<String> PREFIXES = List.of("signalbox", SeedZeroSettings.PREFIX);
    private static final List<String> NAMED = List.of(SourceSettings.PREFIX, SinkSettings.PREFIX, RelaySettings.PREFIX);

    private Settings() {}

    /**
     * Which setting a key means.
     *
     * @param name the name of the source, sink or relay; empty for settings without
     */
    record Match(Setting<?> setting, String name) {}

    /** Whether a key is ours to judge; all others belong to somebody else and are left alone. */
    static boolean owns(String key) {
        int dot = key.indexOf('.');
        String first = Names.uniform(dot < 0 ? key : key.substring(0, dot));
        return PREFIXES.stream().anyMatch(prefix -> Names.uniform(prefix).equals(first));
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
        String name = NAMED.stream()
                .flatMap(pattern -> Key.nameIn(pattern, key).stream())
                .findFirst()
                .orElse("<name>");
        return Names.closest(
                key,
                ALL.stream()
                        .flatMap(Settings::keys)
                        .map(pattern -> Key.fill(pattern, name))
                        .toList());
    }

    /** Whether settings begin with this key, so that it should not have a value itself. */
    static boolean isGroup(String key) {
        String name = NAMED.stream()
                .flatMap(pattern -> Key.nameIn(pattern, key).stream())
                .findFirst()
                .orElse("<name>");
        return ALL.stream().anyMatch(setting -> Key.fill(setting.key(), name).startsWith(key + "."));
    }

    static Stream<String> keys(Setting<?> setting) {
        return Stream.concat(Stream.of(setting.key()), setting.aliases().stream());
    }
}
