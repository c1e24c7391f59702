package dev.signalbox.runtime.config;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import java.util.List;
import java.util.stream.Stream;

/** Finds settings of a relay's table that do not go with its kind of database. */
final class OutboxTableRules {
    private static final List<Setting<String>> FIXED_IN_DOCUMENTS = Stream.concat(
                    OutboxSettings.COLUMNS.stream(), OutboxSettings.STATUSES.stream())
            .toList();

    private final Values values;

    OutboxTableRules(Values values) {
        this.values = values;
    }

    void checkRelay(RelayConfig relay, DatabaseKind kind) {
        if (kind == DatabaseKind.MONGODB && !relay.outbox().preset().isForDocuments()) {
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
        // A layout that is refused is not blamed for its claim mode besides
        boolean chosen = relay.outbox().preset().isForDocuments()
                || values.isGiven(OutboxSettings.CLAIM_MODE, relay.name());
        if (chosen && relay.outbox().settings().holding() == ClaimMode.OWN) {
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
