package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.TableName;

/** A layout of logs that a configuration can name: its usual table and columns, and what can be chosen of them. */
public enum LogLayout {
    /** The table of events of Crablet, and of Signalbox's event store; only here columns may have other names. */
    CRABLET,
    /** Signalbox's own outbox as a log; only here there are partitions. */
    SIGNALBOX_LOG,
    /** The outbox of Debezium's event router, with columns added that give its rows an order. */
    DEBEZIUM;

    /** The table if none is named. */
    public TableName usualTable() {
        return switch (this) {
            case CRABLET -> LogTable.DEFAULT_TABLE;
            case SIGNALBOX_LOG -> SignalboxLogTable.DEFAULT_TABLE;
            case DEBEZIUM -> new TableName(null, "outboxevent");
        };
    }

    public LogTable.Columns columns() {
        return switch (this) {
            case CRABLET -> LogTable.Columns.CRABLET;
            case SIGNALBOX_LOG -> SignalboxLogTable.COLUMNS;
            case DEBEZIUM -> LogTable.Columns.DEBEZIUM;
        };
    }

    /** Whether a table may have other names for its columns. */
    public boolean allowsOtherNames() {
        return this == CRABLET;
    }

    /** Whether it is Signalbox's own, which is divided by time. */
    public boolean isOwnLog() {
        return this == SIGNALBOX_LOG;
    }

    /** Whether there is a column for the group; elsewhere a tag says it. */
    public boolean hasGroupColumn() {
        return columns().group() != null;
    }
}
