package dev.signalbox.runtime.database;

import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.LayoutPreset;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.sql.SQLException;

/** Finds the tables of a relay under the spellings that its layout allows. */
public final class EventOutboxTableFinder {
    /** Checks whether a table of this name exists. */
    public interface TableLookup {
        boolean test(TableName table) throws SQLException;
    }

    private EventOutboxTableFinder() {}

    /** The relay with the names that its tables have in the database; unchanged if they are not found. */
    public static RelayConfig found(RelayConfig relay, TableLookup lookup) throws SQLException {
        OutboxConfig outbox = relay.outbox();
        ProcessedEvents processed = outbox.layout().processedEvents();
        return relay.with(outbox.named(
                found(outbox.preset(), outbox.table(), lookup),
                processed == null ? null : found(outbox.preset(), processed.table(), lookup)));
    }

    private static TableName found(LayoutPreset preset, TableName wanted, TableLookup lookup) throws SQLException {
        var spellings = preset.spellings(wanted.table());
        for (String name : spellings) {
            TableName table = new TableName(wanted.schema(), name);
            if (spellings.size() > 1 && lookup.test(table)) {
                return table;
            }
        }
        return wanted;
    }
}
