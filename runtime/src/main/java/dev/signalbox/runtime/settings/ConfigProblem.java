package dev.signalbox.runtime.settings;

/** One problem of the configuration. Its text contains no secrets. */
public record ConfigProblem(String key, String message) {
    public static ConfigProblem of(String key, String message) {
        return new ConfigProblem(Masking.escaped(key), message);
    }

    /** A value that is not allowed, and its origin. Secrets are masked. */
    public static ConfigProblem badValue(ConfigEntry entry, Setting<?> setting, String message) {
        String value = setting.secret() ? Masking.MASK : Masking.shown(entry.value());
        return of(entry.key(), "'" + value + "' (" + entry.origin() + ") " + message);
    }

    /** A key that is wrong for any value. The value is not shown, since it may be a secret under a misspelt key. */
    public static ConfigProblem badKey(ConfigEntry entry, String message) {
        return of(entry.key(), "(" + entry.origin() + ") " + message);
    }

    @Override
    public String toString() {
        return key + ": " + message;
    }
}
