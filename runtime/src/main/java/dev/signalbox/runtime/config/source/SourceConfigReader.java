package dev.signalbox.runtime.config.source;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts the values below {@code signalbox.sources} to sources. */
public final class SourceConfigReader {
    private SourceConfigReader() {}

    public static Map<String, SourceConfig> sources(SettingValues settingValues) {
        Map<String, SourceConfig> sources = new LinkedHashMap<>();
        settingValues.names(SourceSettings.PREFIX).forEach(name -> sources.put(name, source(settingValues, name)));
        return sources;
    }

    private static SourceConfig source(SettingValues settingValues, String name) {
        String url = settingValues.read(SourceSettings.URL, name);
        return new SourceConfig(
                name,
                url,
                user(url, settingValues.read(SourceSettings.USERNAME, name)),
                password(url, settingValues.read(SourceSettings.PASSWORD, name)),
                database(url, settingValues.read(SourceSettings.DATABASE, name)),
                settingValues.read(SourceSettings.POOL_SIZE, name),
                settingValues.read(SourceSettings.COORDINATION, name),
                settingValues.read(SourceSettings.LEASE_TTL, name),
                settingValues.read(SourceSettings.WAKE_UP, name),
                settingValues.read(SourceSettings.CONNECT_TIMEOUT, name),
                settingValues.read(SourceSettings.STATEMENT_TIMEOUT, name),
                settingValues.read(SourceSettings.INITIAL_DELAY, name));
    }

    /** MySQL's drivers always get the user as a property, so a user in the URL is read from there. */
    public static Optional<String> user(String url, Optional<String> given) {
        return isMySql(url) ? given.or(() -> DatabaseUrls.user(url)) : given;
    }

    public static Optional<Secret> password(String url, Optional<Secret> given) {
        return isMySql(url) ? given.or(() -> DatabaseUrls.password(url).map(Secret::new)) : given;
    }

    public static Optional<String> database(String url, Optional<String> given) {
        boolean mongo = DatabaseKind.of(url).equals(Optional.of(DatabaseKind.MONGODB));
        return mongo ? given.or(() -> DatabaseUrls.mongoDatabase(url)) : Optional.empty();
    }

    private static boolean isMySql(String url) {
        return DatabaseKind.of(url).map(DatabaseKind::isMySql).orElse(false);
    }
}
