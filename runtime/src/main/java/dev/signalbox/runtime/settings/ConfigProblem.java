package dev.signalbox.runtime.settings;

/** One thing that is wrong with the configuration, in words that may be shown to anybody. */
public record ConfigProblem(String key, String message) {
    public static ConfigProblem of(String key, String message) {
        return new ConfigProblem(Masking.escaped(key), message);
    }

    /** A value that is not allowed, with where it stands. Secrets are masked. */
    public static ConfigProblem badValue(ConfigEntry configEntry, Setting<?> setting, String message) {
        String value = setting.secret() ? Masking.MASK : Masking.shown(configEntry.value());
        return of(configEntry.key(), "'" + value + "' (" + configEntry.origin() + ") " + message);
    }

    /** A key that is wrong whatever its value; the value is not shown, since it may be a secret under a misspelt key. */
    public static ConfigProblem badKey(ConfigEntry configEntry, String message) {
        return of(configEntry.key(), "(" + configEntry.origin() + ") " + message);
    }

    @Override
    public String toString() {
        return key + ": " + message;
    }
}
