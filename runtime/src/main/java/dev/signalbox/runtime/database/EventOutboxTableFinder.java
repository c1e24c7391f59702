package dev.signalbox.runtime.database;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.LayoutPreset;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.sql.SQLException;

/** Finds the tables of a relay under the spellings that its layout allows. */
public final class EventOutboxTableFinder {
    /** Finds tables in the database. */
    public interface TableLookup {
        boolean exists(TableName table) throws SQLException;

        /** The table with its schema, if the database needs to be told. */
        default TableName resolve(TableName table) throws SQLException {
            return table;
        }
    }

    private EventOutboxTableFinder() {}

    /** The relay with the names that its tables have in the database; unchanged if they are not found. */
    public static RelayConfig found(RelayConfig relay, TableLookup lookup) throws SQLException {
        OutboxConfig outbox = relay.outbox();
        ProcessedEvents processed = outbox.layout().processedEvents();
        TableName table = found(outbox.preset(), outbox.table(), lookup);
        return relay.with(
                outbox.named(table, processed == null ? null : found(outbox.preset(), processed.table(), lookup))
                        .with(found(outbox.settings().retention(), table, lookup)));
    }

    /** An archive that does not exist yet belongs beside its table. */
    private static Retention found(Retention retention, TableName table, TableLookup lookup) throws SQLException {
        if (!(retention instanceof Retention.ArchiveAfter archive)) {
            return retention;
        }
        TableName wanted = ArchiveTable.named(archive);
        TableName found = lookup.exists(wanted) ? lookup.resolve(wanted) : wanted.orIn(table.schema());
        return new Retention.ArchiveAfter(archive.time(), found.schema(), found.table());
    }

    private static TableName found(LayoutPreset preset, TableName wanted, TableLookup lookup) throws SQLException {
        var spellings = preset.spellings(wanted.table());
        for (String name : spellings) {
            TableName table = new TableName(wanted.schema(), name);
            if (spellings.size() > 1 && lookup.exists(table)) {
                return lookup.resolve(table);
            }
        }
        return lookup.resolve(wanted);
    }
}
