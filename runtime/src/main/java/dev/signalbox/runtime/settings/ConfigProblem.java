package dev.signalbox.runtime.settings;

/** One problem of the configuration. Its text contains no secrets. */
public record ConfigProblem(String key, String message) {
    public static ConfigProblem of(String key, String message) {
        return new ConfigProblem(Masking.escaped(key), message);
    }

    /** A value that is not allowed, and its origin. Secrets are masked. */
    public static ConfigProblem badValue(ConfigEntry configEntry, Setting<?> setting, String message) {
        String value = setting.secret() ? Masking.MASK : Masking.shown(configEntry.value());
        return of(configEntry.key(), "'" + value + "' (" + configEntry.origin() + ") " + message);
    }

    /** A key that is wrong for any value. The value is not shown, since it may be a secret under a misspelt key. */
    public static ConfigProblem badKey(ConfigEntry configEntry, String message) {
        return of(configEntry.key(), "(" + configEntry.origin() + ") " + message);
    }

    @Override
    public String toString() {
        return key + ": " + message;
    }
}
