package dev.signalbox.runtime.relays;

import dev.signalbox.runtime.config.OutboxConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the tables of an event outbox. Its document calls them EventOutboxLayout and ProcessedEvent; a database that folds names or a
 * framework that has its own way with them made eventoutbox or event_outbox of it.
 */
final class EventOutboxTableFinder {
    /** Whether there is a table of this name. */
    interface TableLookup {
        boolean test(dev.signalbox.jdbc.TableName table) throws SQLException;
    }

    private EventOutboxTableFinder() {}

    /** The relay with the names under which its tables are found; as it is, if they are not. */
    static RelayConfig found(RelayConfig relay, TableLookup tableLookup) throws SQLException {
        OutboxConfig outbox = relay.outbox();
        if (outbox.layout() != OutboxConfig.Layout.EVENT_OUTBOX) {
            return relay;
        }
        Optional<TableName> notes = Optional.empty();
        if (outbox.processedEvents().isPresent()) {
            notes = Optional.of(found(outbox.processedEvents().get().table(), tableLookup));
        }
        return relay.with(outbox.named(found(outbox.table(), tableLookup), notes));
    }

    private static TableName found(TableName wanted, TableLookup tableLookup) throws SQLException {
        for (String name : of(wanted.name())) {
            TableName table = new TableName(wanted.schema(), name);
            if (tableLookup.test(ConfigMapping.table(table))) {
                return table;
            }
        }
        return wanted;
    }

    /** A name as it is written, in lower case, and with its words apart. */
    static List<String> of(String name) {
        String apart = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        return List.of(name, name.toLowerCase(Locale.ROOT), apart);
    }
}
