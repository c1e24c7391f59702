package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingCatalog;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Environment variables that override settings: {@code SIGNALBOX_SOURCES_SHOP_PASSWORD} overrides
 * {@code signalbox.sources.shop.password}. They override what the file names, and add no source, sink or relay.
 */
record EnvironmentVariables(SettingValues values) {
    private static final List<String> OURS = List.of("SIGNALBOX_", "OUTBOX_PROCESSOR_", "CRABLET_OUTBOX_");
    /** Only some variables with this prefix are settings; the others belong to the application that shares the file. */
    private static final String SHARED = "SPRING_DATASOURCE_";

    private static final List<String> OTHERS = List.of(
            "SIGNALBOX_TEST_",
            "SIGNALBOX_JAVA",
            "SIGNALBOX_AOT",
            "SIGNALBOX_BUILD",
            "SIGNALBOX_LOG_LEVEL",
            "SIGNALBOX_HOME",
            "SIGNALBOX_OPTS");

    /**
     * Applies all variables that match a setting.
     *
     * @return a warning for each that looks like a setting and matches none
     */
    List<String> apply(Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        new TreeMap<>(environment).forEach((variable, value) -> {
            boolean ours = isOurs(variable);
            boolean read = ours || variable.startsWith(SHARED);
            if (read && !value.isBlank() && !apply(variable, value) && ours) {
                warnings.add("the environment variable " + Masking.escaped(variable)
                        + " stands for no setting and is ignored");
            }
        });
        return warnings;
    }

    private static boolean isOurs(String variable) {
        return OURS.stream().anyMatch(variable::startsWith) && OTHERS.stream().noneMatch(variable::startsWith);
    }

    private boolean apply(String variable, String value) {
        for (Setting<?> setting : AllSettings.CATALOG.all()) {
            Optional<String> name =
                    setting.environment().contains(variable) ? Optional.of("") : nameFor(setting, variable);
            if (name.isPresent()) {
                String origin = "environment variable " + variable;
                values.override(setting, name.get(), new ConfigEntry(setting.keyFor(name.get()), value, origin, true));
                return true;
            }
        }
        return false;
    }

    /** The source, sink or relay that a variable sets this setting for; empty text for a setting without a name. */
    private Optional<String> nameFor(Setting<?> setting, String variable) {
        String wanted = relaxed(variable);
        return names(setting).stream()
                .filter(name -> SettingCatalog.keys(setting)
                        .anyMatch(key -> relaxed(SettingKey.fill(key, name)).equals(wanted)))
                .findFirst();
    }

    private Set<String> names(Setting<?> setting) {
        String named = SettingKey.named(setting.key());
        return named.isEmpty() ? Set.of("") : values.names(named);
    }

    private static String relaxed(String text) {
        return text.replaceAll("[._\\[\\]-]", "").toLowerCase(Locale.ROOT);
    }
}
