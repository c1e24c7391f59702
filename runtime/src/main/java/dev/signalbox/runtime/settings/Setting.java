package dev.signalbox.runtime.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One setting. This is the only place that defines its key, type, default and description.
 *
 * @param key its key; a part in angle brackets matches any name
 * @param aliases other keys that mean the same
 * @param environment environment variables that mean the same, besides the one derived from the key
 * @param defaultText the default as the reference shows it
 * @param defaultValue the default, or an example if the setting is required
 * @param description one sentence
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

    public static <T> Setting<T> of(String key, ValueType<T> valueType, String defaultText, String description) {
        return new Setting<>(
                key,
                valueType,
                List.of(),
                List.of(),
                false,
                defaultText,
                known(key, valueType, defaultText),
                description);
    }

    public static <T> Setting<T> required(String key, ValueType<T> valueType, String example, String description) {
        return new Setting<>(
                key, valueType, List.of(), List.of(), true, "", known(key, valueType, example), description);
    }

    public static <T> Setting<Optional<T>> optional(String key, ValueType<T> valueType, String description) {
        return new Setting<>(key, valueType.optional(), List.of(), List.of(), false, "", Optional.empty(), description);
    }

    public Setting<T> orElse(String shownDefault) {
        return new Setting<>(key, kind, aliases, environment, required, shownDefault, defaultValue, description);
    }

    public Setting<T> alias(String other) {
        List<String> all = new ArrayList<>(aliases);
        all.add(other);
        return new Setting<>(key, kind, all, environment, required, defaultText, defaultValue, description);
    }

    public Setting<T> variable(String name) {
        return new Setting<>(key, kind, aliases, List.of(name), required, defaultText, defaultValue, description);
    }

    public boolean secret() {
        return kind.secret();
    }

    /** The key with the name of a source, sink or relay filled in. */
    public String keyFor(String name) {
        return SettingKey.fill(key, name);
    }

    private static <T> T known(String key, ValueType<T> valueType, String text) {
        try {
            return valueType.parse(text);
        } catch (InvalidValueException e) {
            throw new IllegalStateException("the default of " + key + " is not allowed: " + text, e);
        }
    }
}
