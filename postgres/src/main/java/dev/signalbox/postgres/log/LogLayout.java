package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.TableName;

/** A log layout that a configuration can name: its default table, its columns, and which of them are configurable. */
public enum LogLayout {
    /** The table of events of Crablet, and of Signalbox's event store; the only layout with configurable column names. */
    CRABLET,
    /** Signalbox's own outbox as a log; the only layout with partitions. */
    SIGNALBOX_LOG,
    /** The outbox of Debezium's event router, with added columns that order its rows. */
    DEBEZIUM;

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

    public boolean allowsOtherNames() {
        return this == CRABLET;
    }

    /** Whether it is Signalbox's own log, which is partitioned by time. */
    public boolean isOwnLog() {
        return this == SIGNALBOX_LOG;
    }

    /** Whether a column holds the group; otherwise a tag does. */
    public boolean hasGroupColumn() {
        return columns().group() != null;
    }
}
