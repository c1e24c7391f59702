package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mongodb.CollectionName;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.List;
import java.util.stream.Stream;

/** Finds settings of a relay's table that the source's kind of database does not support. */
public record OutboxTableRules(SettingValues values) {
    private static final List<Setting<String>> FIXED_IN_DOCUMENTS = Stream.concat(
                    OutboxSettings.COLUMNS.stream(), OutboxSettings.STATUSES.stream())
            .toList();

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
        // A refused layout is one problem; its claim mode is not reported as well.
        boolean chosen =
                relay.outbox().preset().isForDocuments() || values.isGiven(OutboxSettings.CLAIM_MODE, relay.name());
        if (chosen && relay.outbox().settings().claimMode() == ClaimMode.OWN) {
            values.contradiction(
                    OutboxSettings.CLAIM_MODE, relay.name(), "cannot be had on MongoDB, where it must be mark");
        }
        values.refuse(
                List.of(OutboxSettings.SCHEMA),
                relay.name(),
                "means nothing on MongoDB, which has no schemas; leave it out");
        values.refuse(FIXED_IN_DOCUMENTS, relay.name(), "cannot be chosen on MongoDB, where it is fixed; leave it out");
    }

    /** @param name empty if the key contains no name */
    public void checkTable(RelayConfig relay, DatabaseKind kind, Setting<?> setting, String name) {
        TableName table = relay.outbox().table();
        boolean collection = kind == DatabaseKind.MONGODB;
        if (collection && CollectionName.problem(table.toString()).isPresent()) {
            values.contradiction(setting, name, "must be " + OutboxValueTypes.COLLECTION);
        } else if (!collection && !OutboxValueTypes.isTable(table)) {
            values.contradiction(setting, name, "must be " + OutboxValueTypes.TABLE);
        }
    }
}
