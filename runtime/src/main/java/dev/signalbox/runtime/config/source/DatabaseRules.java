package dev.signalbox.runtime.config.source;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.List;
import java.util.regex.Pattern;

/** Finds settings that the source's kind of database does not support. */
public record DatabaseRules(SettingValues values) {
    private static final Pattern MONGO_DATABASE = Pattern.compile("[^/\\\\. \"$*<>:|?\\p{Cntrl}]{1,63}");

    /** The settings of a source, wherever their keys are. */
    public record SourceKeys(Setting<String> url, Setting<?> username, Setting<?> password, Setting<?> database) {
        public static final SourceKeys OF_SOURCE = new SourceKeys(
                SourceSettings.URL, SourceSettings.USERNAME, SourceSettings.PASSWORD, SourceSettings.DATABASE);
    }

    /** @param name empty if the keys contain no name */
    public void checkSource(SourceConfig source, SourceKeys keys, String name) {
        if (!values.isSound(keys.url(), name)) {
            return;
        }
        switch (source.kind()) {
            case POSTGRESQL -> {}
            case MYSQL, MARIADB -> checkMySql(source, keys, name);
            case MONGODB -> checkMongo(source, keys, name);
        }
    }

    private void checkMySql(SourceConfig source, SourceKeys keys, String name) {
        if (source.username().isEmpty()) {
            values.problem(
                    keys.username().keyFor(name),
                    "is missing; it must be the user as whom to connect to "
                            + source.kind().title() + ", here or as user= in the URL");
        }
        checkOnce(DatabaseUrls.user(source.url()).isPresent(), keys.username(), name);
        checkOnce(DatabaseUrls.password(source.url()).isPresent(), keys.password(), name);
    }

    private void checkMongo(SourceConfig source, SourceKeys keys, String name) {
        boolean named = DatabaseUrls.user(source.url()).isPresent();
        checkOnce(named, keys.username(), name);
        checkOnce(named, keys.password(), name);
        String allowed = "the name of a database on the MongoDB server, at most 63 characters without"
                + " / \\ . $ \" and spaces";
        if (source.database().isEmpty()) {
            values.problem(keys.database().keyFor(name), "is missing; it must be " + allowed + ", here or in the URL");
        } else if (!MONGO_DATABASE.matcher(source.database().get()).matches()) {
            values.contradiction(
                    values.isGiven(keys.database(), name) ? keys.database() : keys.url(),
                    name,
                    "must name " + allowed.replace("the name of ", ""));
        }
    }

    private void checkOnce(boolean inUrl, Setting<?> setting, String name) {
        if (inUrl) {
            values.refuse(List.of(setting), name, "is given, but the URL says it itself; give one of them");
        }
    }

    /** The URL names the database, except on MongoDB. */
    public void checkDatabase(SourceConfig source) {
        if (values.isSound(SourceSettings.URL, source.name())
                && source.kind() != DatabaseKind.MONGODB
                && values.isGiven(SourceSettings.DATABASE, source.name())) {
            values.contradiction(
                    SourceSettings.DATABASE,
                    source.name(),
                    "is for MongoDB only; on " + source.kind().title() + " the url names the database");
        }
    }
}
