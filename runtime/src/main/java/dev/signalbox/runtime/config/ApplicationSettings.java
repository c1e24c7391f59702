package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of an application that embeds relays, from any configuration store.
 *
 * @param origin what error messages call the configuration as a whole
 * @param settings each setting once, or several times if two keys mean the same
 * @param environment environment variables that override settings, as they do for the standalone program
 * @param database the default of sources without a URL, and of relays and logs without a source
 */
public record ApplicationSettings(
        String origin, List<ConfigEntry> settings, Map<String, String> environment, Optional<Database> database) {
    public ApplicationSettings {
        settings = List.copyOf(settings);
        environment = Map.copyOf(environment);
    }

    /**
     * How the application itself connects to its database.
     *
     * @param origin where the settings were found
     */
    public record Database(String url, Optional<String> username, Optional<Secret> password, String origin) {
        /** Masks passwords in the URL. */
        @Override
        public String toString() {
            return "Database[" + Masking.shown(url) + "]";
        }
    }
}
