package dev.signalbox.runtime.settings;

import java.util.List;

/**
 * One setting. Its declaration in a {@link SettingGroup} is the only place that defines its key, type, default and
 * description.
 *
 * @param key its key; a part in angle brackets matches any name
 * @param aliases other keys that mean the same
 * @param environment environment variables that mean the same, besides the one derived from the key
 * @param defaultText the default as the reference shows it
 * @param defaultValue the default, or an example if the setting is required
 */
public record Setting<T>(
        String key,
        ValueType<T> kind,
        List<String> aliases,
        List<String> environment,
        boolean required,
        String defaultText,
        T defaultValue,
        String description) {
    public Setting {
        aliases = List.copyOf(aliases);
        environment = List.copyOf(environment);
    }

    public boolean secret() {
        return kind.secret();
    }

    /** The key with the name of a source, sink or relay filled in. */
    public String keyFor(String name) {
        return SettingKey.fill(key, name);
    }
}
