package dev.signalbox.runtime.settings;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings that a configuration may have.
 *
 * @param prefixes what the keys begin with that are ours to judge
 */
public record SettingCatalog(List<Setting<?>> all, List<String> prefixes) {
    public SettingCatalog {
        all = List.copyOf(all);
        prefixes = List.copyOf(prefixes);
    }

    /**
     * Which setting a key means.
     *
     * @param name the name of the source, sink or relay, or several names; empty for settings without
     */
    public record Match(Setting<?> setting, String name) {}

    /** Whether a key is ours to judge; all others belong to other programs and are left alone. */
    boolean owns(String key) {
        String uniform = SettingNames.uniform(key);
        return prefixes.stream()
                .map(SettingNames::uniform)
                .anyMatch(prefix -> uniform.equals(prefix) || uniform.startsWith(prefix + "."));
    }

    /** The setting that a key means. */
    public Optional<Match> match(String key) {
        for (Setting<?> setting : all) {
            for (String pattern : keys(setting).toList()) {
                Optional<String> name = SettingKey.match(pattern, key);
                if (name.isPresent()) {
                    return Optional.of(new Match(setting, name.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** The key that was probably meant. */
    Optional<String> suggestion(String key) {
        return SettingNames.closest(
                key,
                all.stream()
                        .flatMap(SettingCatalog::keys)
                        .map(pattern -> SettingKey.likened(pattern, key))
                        .toList());
    }

    /** Whether settings begin with this key, so that it should not have a value itself. */
    boolean isGroup(String key) {
        return all.stream().anyMatch(setting -> SettingKey.begins(setting.key(), key));
    }

    /** All keys that mean a setting. */
    public static Stream<String> keys(Setting<?> setting) {
        return Stream.concat(Stream.of(setting.key()), setting.aliases().stream());
    }
}
