package dev.signalbox.jdbc.discovery;

import dev.signalbox.jdbc.TableName;
import java.util.List;

/** A table of a database, with the columns that may be read. */
public record DiscoveredTable(TableName name, List<DiscoveredColumn> columns) {
    public DiscoveredTable {
        columns = List.copyOf(columns);
    }
}
