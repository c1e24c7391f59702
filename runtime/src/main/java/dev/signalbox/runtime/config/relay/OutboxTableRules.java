package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.List;
import java.util.stream.Stream;

/** Finds settings of a relay's table that the source's kind of database does not support. */
public final class OutboxTableRules {
    private static final List<Setting<String>> FIXED_IN_DOCUMENTS = Stream.concat(
                    OutboxSettings.COLUMNS.stream(), OutboxSettings.STATUSES.stream())
            .toList();

    private final SettingValues settingValues;

    public OutboxTableRules(SettingValues settingValues) {
        this.settingValues = settingValues;
    }

    void checkRelay(RelayConfig relay, DatabaseKind kind) {
        if (kind == DatabaseKind.MONGODB && !relay.outbox().preset().isForDocuments()) {
            settingValues.contradiction(
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
        // A refused layout is one problem; its claim mode is not reported as well.
        boolean chosen = relay.outbox().preset().isForDocuments()
                || settingValues.isGiven(OutboxSettings.CLAIM_MODE, relay.name());
        if (chosen && relay.outbox().settings().claimMode() == ClaimMode.OWN) {
            settingValues.contradiction(
                    OutboxSettings.CLAIM_MODE, relay.name(), "cannot be had on MongoDB, where it must be mark");
        }
        if (settingValues.isGiven(OutboxSettings.SCHEMA, relay.name())) {
            settingValues.contradiction(
                    OutboxSettings.SCHEMA,
                    relay.name(),
                    "means nothing on MongoDB, which has no schemas; leave it out");
        }
        FIXED_IN_DOCUMENTS.stream()
                .filter(setting -> settingValues.isGiven(setting, relay.name()))
                .forEach(setting -> settingValues.contradiction(
                        setting, relay.name(), "cannot be chosen on MongoDB, where it is fixed; leave it out"));
    }

    /** @param name empty if the key contains no name */
    public void checkTable(RelayConfig relay, DatabaseKind kind, Setting<?> setting, String name) {
        TableName table = relay.outbox().table();
        boolean collection = kind == DatabaseKind.MONGODB;
        if (collection && CollectionName.problem(table.toString()).isPresent()) {
            settingValues.contradiction(setting, name, "must be " + OutboxValueTypes.COLLECTION);
        } else if (!collection && !OutboxValueTypes.isTable(table)) {
            settingValues.contradiction(setting, name, "must be " + OutboxValueTypes.TABLE);
        }
    }
}
