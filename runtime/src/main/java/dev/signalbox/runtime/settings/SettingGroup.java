package dev.signalbox.runtime.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Declares the settings below one prefix, in the order of the configuration reference. */
public final class SettingGroup {
    private final String prefix;
    private final List<Setting<?>> declared;

    public SettingGroup(String prefix) {
        this(prefix, new ArrayList<>());
    }

    private SettingGroup(String prefix, List<Setting<?>> declared) {
        this.prefix = prefix;
        this.declared = declared;
    }

    /** Declares settings of this group whose keys begin with a path. */
    public SettingGroup below(String path) {
        return new SettingGroup(prefix + "." + path, declared);
    }

    /** The settings declared so far. */
    public List<Setting<?>> all() {
        return List.copyOf(declared);
    }

    /** @param otherwise the default, as users write it */
    public <T> Declaration<T> of(String key, ValueType<T> type, String otherwise) {
        return new Declaration<>(key, type, false, otherwise, known(key, type, otherwise));
    }

    public <T> Declaration<T> required(String key, ValueType<T> type, String example) {
        return new Declaration<>(key, type, true, "", known(key, type, example));
    }

    public <T> Declaration<Optional<T>> optional(String key, ValueType<T> type) {
        return new Declaration<>(key, type.optional(), false, "", Optional.empty());
    }

    /** A list that is empty by default. */
    public Declaration<List<String>> list(String key, ValueType<List<String>> type) {
        return new Declaration<>(key, type, false, "", List.of());
    }

    public Declaration<Integer> number(String key, int least, int most, String otherwise) {
        return of(key, ValueTypes.wholeNumber(least, most), otherwise);
    }

    public Declaration<Duration> duration(String key, String least, String most, String otherwise) {
        return of(key, ValueTypes.duration(least, most), otherwise);
    }

    public Declaration<Boolean> flag(String key, String otherwise) {
        return of(key, ValueTypes.yesOrNo(), otherwise);
    }

    public Declaration<String> text(String key, int longest, String otherwise) {
        return of(key, ValueTypes.text(longest), otherwise);
    }

    public <E extends Enum<E>> Declaration<E> choice(String key, Class<E> constants, String otherwise) {
        return of(key, ValueTypes.choice(constants), otherwise);
    }

    private <T> T known(String key, ValueType<T> type, String text) {
        try {
            return type.parse(text);
        } catch (InvalidValueException e) {
            throw new IllegalStateException("the default of " + prefix + "." + key + " is not allowed: " + text, e);
        }
    }

    /** A setting that {@link #means} completes. */
    public final class Declaration<T> {
        private final String key;
        private final ValueType<T> type;
        private final boolean required;
        private final T defaultValue;
        private final List<String> aliases = new ArrayList<>();
        private final List<String> variables = new ArrayList<>();
        private String shownDefault;

        private Declaration(String key, ValueType<T> type, boolean required, String shownDefault, T defaultValue) {
            this.key = prefix + "." + key;
            this.type = type;
            this.required = required;
            this.shownDefault = shownDefault;
            this.defaultValue = defaultValue;
        }

        /** What the reference shows as the default. */
        public Declaration<T> orElse(String shown) {
            shownDefault = shown;
            return this;
        }

        /** Another key that means the same. */
        public Declaration<T> alias(String other) {
            aliases.add(prefix + "." + other);
            return this;
        }

        /** An environment variable that means the same. */
        public Declaration<T> variable(String name) {
            variables.add(name);
            return this;
        }

        /** @param description one sentence for the reference */
        public Setting<T> means(String description) {
            var setting =
                    new Setting<>(key, type, aliases, variables, required, shownDefault, defaultValue, description);
            declared.add(setting);
            return setting;
        }
    }
}
