package dev.signalbox.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Environment variables that stand for settings: {@code SIGNALBOX_SOURCES_SHOP_PASSWORD} for
 * {@code signalbox.sources.shop.password}. They change what the file names, and add no source, sink or relay.
 */
final class EnvironmentVariables {
    private static final List<String> OTHERS = List.of(
            "SIGNALBOX_TEST_",
            "SIGNALBOX_JAVA",
            "SIGNALBOX_AOT",
            "SIGNALBOX_BUILD",
            "SIGNALBOX_LOG_LEVEL",
            "SIGNALBOX_HOME",
            "SIGNALBOX_OPTS");

    private final Values values;
    private final Set<String> sources;
    private final Set<String> sinks;
    private final Set<String> relays;

    EnvironmentVariables(Values values) {
        this.values = values;
        this.sources = values.names(SourceSettings.PREFIX);
        this.sinks = values.names(SinkSettings.PREFIX);
        this.relays = values.names(RelaySettings.PREFIX);
    }

    /**
     * Applies all that stand for a setting.
     *
     * @return a warning for each that looks as if it should
     */
    List<String> apply(Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        new TreeMap<>(environment).forEach((variable, value) -> {
            if (isOurs(variable) && !value.isBlank() && !apply(variable, value)) {
                warnings.add("the environment variable " + Masking.escaped(variable)
                        + " stands for no setting and is ignored");
            }
        });
        return warnings;
    }

    private static boolean isOurs(String variable) {
        return (variable.startsWith("SIGNALBOX_") || variable.startsWith("OUTBOX_PROCESSOR_"))
                && OTHERS.stream().noneMatch(variable::startsWith);
    }

    private boolean apply(String variable, String value) {
        for (Setting<?> setting : Settings.ALL) {
            Optional<String> name =
                    setting.environment().contains(variable) ? Optional.of("") : nameFor(setting, variable);
            if (name.isPresent()) {
                values.override(setting, name.get(), Entry.inEnvironment(variable, setting.keyFor(name.get()), value));
                return true;
            }
        }
        return false;
    }

    /** For which source, sink or relay a variable gives this setting; empty text for a setting without. */
    private Optional<String> nameFor(Setting<?> setting, String variable) {
        String wanted = relaxed(variable);
        return names(setting).stream()
                .filter(name -> Settings.keys(setting)
                        .anyMatch(key -> relaxed(Key.fill(key, name)).equals(wanted)))
                .findFirst();
    }

    private Set<String> names(Setting<?> setting) {
        String key = setting.key();
        return key.startsWith(SourceSettings.PREFIX)
                ? sources
                : key.startsWith(SinkSettings.PREFIX)
                        ? sinks
                        : key.startsWith(RelaySettings.PREFIX) ? relays : Set.of("");
    }

    private static String relaxed(String text) {
        return text.replace(".", "").replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
