package dev.signalbox.runtime.settings;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings that a configuration may have.
 *
 * @param removed settings of earlier versions, which are ignored with a warning
 * @param prefixes the prefixes of the keys that are checked
 */
public record SettingCatalog(List<Setting<?>> all, List<Removed> removed, List<String> prefixes) {
    public SettingCatalog {
        all = List.copyOf(all);
        removed = List.copyOf(removed);
        prefixes = List.copyOf(prefixes);
    }

    /**
     * A setting that an earlier version had.
     *
     * @param reason why nothing depends on it any more
     */
    public record Removed(String key, String reason) {}

    /**
     * A setting that a key matches.
     *
     * @param name the name of the source, sink or relay, or several names; empty for settings without a name
     */
    public record Match(Setting<?> setting, String name) {}

    /** Whether a key belongs to Signalbox; other keys belong to other programs and are ignored. */
    boolean owns(String key) {
        String uniform = SettingNames.uniform(key);
        return prefixes.stream()
                .map(SettingNames::uniform)
                .anyMatch(prefix -> uniform.equals(prefix) || uniform.startsWith(prefix + "."));
    }

    /** The setting that a key matches. */
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

    /** The removed setting that a key matches. */
    Optional<Removed> removed(String key) {
        return removed.stream()
                .filter(setting -> SettingKey.match(setting.key(), key).isPresent())
                .findFirst();
    }

    /** The known key that the user probably meant. */
    Optional<String> suggestion(String key) {
        return SettingNames.closest(
                key,
                all.stream()
                        .flatMap(SettingCatalog::keys)
                        .map(pattern -> SettingKey.likened(pattern, key))
                        .toList());
    }

    /** Whether a key is only a prefix of settings, so that it must not have a value itself. */
    boolean isGroup(String key) {
        return all.stream().anyMatch(setting -> SettingKey.begins(setting.key(), key));
    }

    /** The key of a setting and its aliases. */
    public static Stream<String> keys(Setting<?> setting) {
        return Stream.concat(Stream.of(setting.key()), setting.aliases().stream());
    }
}
