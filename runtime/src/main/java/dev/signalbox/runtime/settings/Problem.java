package dev.signalbox.runtime.settings;

/** One thing that is wrong with the configuration, in words that may be shown to anybody. */
public record Problem(String key, String message) {
    public static Problem of(String key, String message) {
        return new Problem(Masking.escaped(key), message);
    }

    /** A value that is not allowed, with where it stands. Secrets are masked. */
    public static Problem badValue(Entry entry, Setting<?> setting, String message) {
        String value = setting.secret() ? Masking.MASK : Masking.shown(entry.value());
        return of(entry.key(), "'" + value + "' (" + entry.origin() + ") " + message);
    }

    /** A key that is wrong whatever its value; the value is not shown, since it may be a secret under a misspelt key. */
    public static Problem badKey(Entry entry, String message) {
        return of(entry.key(), "(" + entry.origin() + ") " + message);
    }

    @Override
    public String toString() {
        return key + ": " + message;
    }
}
