package dev.signalbox.runtime.settings;

/**
 * One value as given.
 *
 * @param key the key as written
 * @param origin where it was found, such as "line 3" or an environment variable
 * @param literal whether the value is taken as it is, without replacing placeholders
 */
public record ConfigEntry(String key, String value, String origin, boolean literal) {
    public static ConfigEntry inFile(String key, String value, int line) {
        return new ConfigEntry(key, value, "line " + line, false);
    }
}
