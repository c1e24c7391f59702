package dev.signalbox.runtime.config;

import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds settings that do not go with the kind of database that the address names. */
final class DatabaseRules {
    private static final Pattern MONGO_DATABASE = Pattern.compile("[^/\\\\. \"$*<>:|?\\p{Cntrl}]{1,63}");
    private static final List<Setting<String>> FIXED_IN_DOCUMENTS = Stream.concat(
                    OutboxSettings.COLUMNS.stream(), OutboxSettings.STATUSES.stream())
            .toList();

    private final Values values;

    DatabaseRules(Values values) {
        this.values = values;
    }

    /** The keys under which a source's settings stand. */
    record SourceKeys(Setting<String> url, Setting<?> username, Setting<?> password, Setting<?> database) {
        static final SourceKeys OF_SOURCE = new SourceKeys(
                SourceSettings.URL, SourceSettings.USERNAME, SourceSettings.PASSWORD, SourceSettings.DATABASE);
        static final SourceKeys OF_FLOWCATALYST = new SourceKeys(
                FlowCatalystSettings.DATABASE_URL,
                FlowCatalystSettings.DATABASE_USERNAME,
                FlowCatalystSettings.DATABASE_PASSWORD,
                FlowCatalystSettings.MONGO_DATABASE);
    }

    /** @param name empty where the keys have none */
    void checkSource(SourceConfig source, SourceKeys sourceKeys, String name) {
        if (!values.isSound(sourceKeys.url(), name)) {
            return;
        }
        switch (source.kind()) {
            case POSTGRESQL -> {}
            case MYSQL, MARIADB -> checkMySql(source, sourceKeys, name);
            case MONGODB -> checkMongo(source, sourceKeys, name);
        }
    }

    private void checkMySql(SourceConfig source, SourceKeys sourceKeys, String name) {
        if (source.username().isEmpty()) {
            values.problem(
                    sourceKeys.username().keyFor(name),
                    "is missing; it must be the user as whom to connect to "
                            + source.kind().title() + ", here or as user= in the URL");
        }
        checkOnce(DatabaseUrls.user(source.url()).isPresent(), sourceKeys.username(), name);
        checkOnce(DatabaseUrls.password(source.url()).isPresent(), sourceKeys.password(), name);
    }

    private void checkMongo(SourceConfig source, SourceKeys sourceKeys, String name) {
        boolean named = DatabaseUrls.user(source.url()).isPresent();
        checkOnce(named, sourceKeys.username(), name);
        checkOnce(named, sourceKeys.password(), name);
        String allowed = "the name of a database on the MongoDB server, at most 63 characters without"
                + " / \\ . $ \" and spaces";
        if (source.database().isEmpty()) {
            values.problem(
                    sourceKeys.database().keyFor(name), "is missing; it must be " + allowed + ", here or in the URL");
        } else if (!MONGO_DATABASE.matcher(source.database().get()).matches()) {
            values.contradiction(
                    values.isGiven(sourceKeys.database(), name) ? sourceKeys.database() : sourceKeys.url(),
                    name,
                    "must name " + allowed.replace("the name of ", ""));
        }
    }

    private void checkOnce(boolean inUrl, Setting<?> setting, String name) {
        if (inUrl && values.isGiven(setting, name)) {
            values.contradiction(setting, name, "is given, but the URL says it itself; give one of them");
        }
    }

    /** The database is named by the address, except on MongoDB. */
    void checkDatabase(SourceConfig source) {
        if (values.isSound(SourceSettings.URL, source.name())
                && source.kind() != DatabaseKind.MONGODB
                && values.isGiven(SourceSettings.DATABASE, source.name())) {
            values.contradiction(
                    SourceSettings.DATABASE,
                    source.name(),
                    "is for MongoDB only; on " + source.kind().title() + " the url names the database");
        }
    }

    void checkRelay(RelayConfig relay, DatabaseKind kind) {
        if (kind == DatabaseKind.MONGODB && relay.outbox().layout() != OutboxConfig.Layout.FLOWCATALYST) {
            values.contradiction(
                    OutboxSettings.LAYOUT,
                    relay.name(),
                    "can be had on PostgreSQL, MySQL and MariaDB; on MongoDB it must be flowcatalyst");
        } else {
            checkTable(relay, kind, OutboxSettings.TABLE, relay.name());
        }
        if (kind == DatabaseKind.MONGODB) {
            checkDocuments(relay);
        }
    }

    private void checkDocuments(RelayConfig relay) {
        if (relay.outbox().claimMode() == OutboxConfig.ClaimMode.OWN) {
            values.contradiction(
                    OutboxSettings.CLAIM_MODE, relay.name(), "cannot be had on MongoDB, where it must be mark");
        }
        if (values.isGiven(OutboxSettings.SCHEMA, relay.name())) {
            values.contradiction(
                    OutboxSettings.SCHEMA,
                    relay.name(),
                    "means nothing on MongoDB, which has no schemas; leave it out");
        }
        FIXED_IN_DOCUMENTS.stream()
                .filter(setting -> values.isGiven(setting, relay.name()))
                .forEach(setting -> values.contradiction(
                        setting, relay.name(), "cannot be chosen on MongoDB, where it is fixed; leave it out"));
    }

    /** @param name empty where the key has none */
    void checkTable(RelayConfig relay, DatabaseKind kind, Setting<?> setting, String name) {
        TableName table = relay.outbox().table();
        boolean collection = kind == DatabaseKind.MONGODB;
        if (collection && CollectionName.problem(table.toString()).isPresent()) {
            values.contradiction(setting, name, "must be " + OutboxKinds.COLLECTION);
        } else if (!collection && !OutboxKinds.isTable(table)) {
            values.contradiction(setting, name, "must be " + OutboxKinds.TABLE);
        }
    }
}
