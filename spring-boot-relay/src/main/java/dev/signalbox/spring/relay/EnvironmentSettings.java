package dev.signalbox.spring.relay;

import dev.signalbox.runtime.config.ApplicationSettings;
import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.SettingNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Collects the settings of the relays from Spring's environment, each unchanged and with its origin. The first property
 * source wins; a list is replaced as a whole.
 */
final class EnvironmentSettings {
    private static final String PREFIX = "signalbox.";

    /** Sections of the client, the inbox and this module. */
    private static final Set<String> OTHERS = Set.of("client", "inbox", "relay");

    /** The only sections taken from JVM properties: others with the same prefix may be unrelated. */
    private static final Set<String> SECTIONS =
            Set.of("sources", "sinks", "relays", "logs", "nodename", "plugins", "shutdown", "server", "security");

    private final ConfigurableEnvironment environment;
    private final List<ConfigEntry> settings = new ArrayList<>();
    private final Map<String, String> variables = new TreeMap<>();
    private final Set<String> seen = new HashSet<>();

    EnvironmentSettings(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    ApplicationSettings read(Optional<ApplicationSettings.Database> database) {
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof SystemEnvironmentPropertySource processVariables) {
                addVariables(processVariables);
            } else if (source instanceof EnumerablePropertySource<?> enumerable) {
                add(enumerable);
            }
        }
        return new ApplicationSettings("of the application", settings, variables, database);
    }

    /** A variable overrides a setting; property sources before the variables keep their values. */
    private void addVariables(SystemEnvironmentPropertySource source) {
        Set<String> overriding = new HashSet<>();
        seen.forEach(key -> overriding.add(relaxed(key)));
        Stream.of(source.getPropertyNames())
                .filter(name -> name.startsWith("SIGNALBOX_")
                        && !OTHERS.contains(
                                section(name.toLowerCase(Locale.ROOT).replace('_', '.')))
                        && !overriding.contains(relaxed(name)))
                .forEach(name -> variables.putIfAbsent(name, Objects.toString(source.getProperty(name), "")));
    }

    private void add(EnumerablePropertySource<?> source) {
        boolean ofJvm = source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        Set<String> here = new HashSet<>();
        for (String key : source.getPropertyNames()) {
            String setting = SettingNames.uniform(key);
            if (setting.startsWith(PREFIX)
                    && !OTHERS.contains(section(setting))
                    && (!ofJvm || SECTIONS.contains(section(setting)))) {
                String whole = setting.replaceFirst("\\[.*", "");
                if (!seen.contains(whole)) {
                    settings.add(given(key, Objects.toString(source.getProperty(key), ""), origin(source, key)));
                }
                here.add(whole);
            }
        }
        seen.addAll(here);
    }

    /** An unresolved placeholder is left to the reader of the settings, which reports it with all other problems. */
    private ConfigEntry given(String key, String value, String origin) {
        try {
            return new ConfigEntry(key, environment.resolveRequiredPlaceholders(value), origin, true);
        } catch (IllegalArgumentException _) {
            return new ConfigEntry(key, environment.resolvePlaceholders(value), origin, false);
        }
    }

    private static String section(String key) {
        int end = key.indexOf('.', PREFIX.length());
        return key.substring(PREFIX.length(), end < 0 ? key.length() : end);
    }

    private static String origin(PropertySource<?> source, String key) {
        Origin origin = OriginLookup.getOrigin(source, key);
        return origin == null ? source.getName() : origin.toString();
    }

    private static String relaxed(String key) {
        return SettingNames.uniform(key).replace(".", "");
    }
}
