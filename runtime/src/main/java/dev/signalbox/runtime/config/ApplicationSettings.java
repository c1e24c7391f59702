package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of an application that runs relays itself, from wherever it keeps its configuration.
 *
 * @param origin what messages call all of it
 * @param settings each setting once, or one after the other if two keys mean the same
 * @param environment environment variables that stand for settings, as they do for the program
 * @param database what a source has that names no URL, and a relay or log that names no source
 */
public record ApplicationSettings(
        String origin, List<GivenSetting> settings, Map<String, String> environment, Optional<Database> database) {
    public ApplicationSettings {
        settings = List.copyOf(settings);
        environment = Map.copyOf(environment);
    }

    /**
     * One value.
     *
     * @param key as it was written
     * @param origin where it was written
     * @param resolved whether it is taken as it is; otherwise placeholders in it are replaced, or are what is wrong with it
     */
    public record GivenSetting(String key, String value, String origin, boolean resolved) {}

    /**
     * How the application itself reaches its database.
     *
     * @param origin where that was found
     */
    public record Database(String url, Optional<String> username, Optional<Secret> password, String origin) {
        /** Without what the address may tell of passwords. */
        @Override
        public String toString() {
            return "Database[" + Masking.shown(url) + "]";
        }
    }

    List<ConfigEntry> entries() {
        return settings.stream()
                .map(each -> new ConfigEntry(each.key(), each.value(), each.origin(), each.resolved()))
                .toList();
    }
}
