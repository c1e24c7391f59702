package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Entry;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;

/** Gives the database of an application to relays that name no source, and to sources that name no address. */
final class ApplicationDatabaseDefaults {
    /** The source of relays and logs that name none. */
    static final String SOURCE = "application";

    private final Values values;
    private final ApplicationSettings.Database database;

    ApplicationDatabaseDefaults(Values values, ApplicationSettings.Database database) {
        this.values = values;
        this.database = database;
    }

    void apply() {
        nameSource(RelaySettings.PREFIX, RelaySettings.SOURCE);
        nameSource(LogSettings.PREFIX, LogSettings.SOURCE);
        values.names(SourceSettings.PREFIX).stream()
                .filter(name -> !values.isGiven(SourceSettings.URL, name))
                .forEach(this::applyTo);
    }

    private void nameSource(String prefix, Setting<String> source) {
        for (String name : values.names(prefix)) {
            if (!values.isGiven(source, name)) {
                give(source, name, SOURCE);
                if (!values.isGiven(SourceSettings.URL, SOURCE)) {
                    applyTo(SOURCE);
                }
            }
        }
    }

    /** Whoever names a user of their own has a password of their own. */
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
        values.override(setting, name, new Entry(setting.keyFor(name), value, database.origin(), true));
    }
}
