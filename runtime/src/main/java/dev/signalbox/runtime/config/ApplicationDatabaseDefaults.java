package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.HashSet;
import java.util.Set;

/** Uses the application's database for relays and logs that name no source, and for sources that set no URL. */
record ApplicationDatabaseDefaults(SettingValues values, ApplicationSettings.Database database) {
    /** The source of relays and logs that name none. */
    static final String SOURCE = "application";

    /** Returns the names of the sources that use it. */
    Set<String> apply() {
        Set<String> applied = new HashSet<>();
        nameSource(RelaySettings.PREFIX, RelaySettings.SOURCE, applied);
        nameSource(LogSettings.PREFIX, LogSettings.SOURCE, applied);
        values.names(SourceSettings.PREFIX).stream()
                .filter(name -> !values.isGiven(SourceSettings.URL, name))
                .forEach(applied::add);
        applied.forEach(this::applyTo);
        return applied;
    }

    private void nameSource(String prefix, Setting<String> source, Set<String> applied) {
        for (String name : values.names(prefix)) {
            if (!values.isGiven(source, name)) {
                give(source, name, SOURCE);
                if (!values.isGiven(SourceSettings.URL, SOURCE)) {
                    applied.add(SOURCE);
                }
            }
        }
    }

    /** A source with its own user does not get the application's password. */
    private void applyTo(String name) {
        give(SourceSettings.URL, name, database.url());
        if (values.isGiven(SourceSettings.USERNAME, name)) {
            return;
        }
        if (DatabaseUrls.user(database.url()).isEmpty()) {
            database.username().ifPresent(user -> give(SourceSettings.USERNAME, name, user));
        }
        boolean ownPassword = values.isGiven(SourceSettings.PASSWORD, name)
                || DatabaseUrls.password(database.url()).isPresent();
        if (!ownPassword) {
            database.password().ifPresent(secret -> give(SourceSettings.PASSWORD, name, secret.value()));
        }
    }

    private void give(Setting<?> setting, String name, String value) {
        values.override(setting, name, new ConfigEntry(setting.keyFor(name), value, database.origin(), true));
    }
}
