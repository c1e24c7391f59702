package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.TableName;

/** A log layout that a configuration can name: its default table, its columns, and which of them are configurable. */
public enum LogLayout {
    /** The table of events of Crablet, and of Signalbox's event store; the only layout with configurable column names. */
    CRABLET(LogTable.DEFAULT_TABLE, LogTable.Columns.CRABLET),
    /** Signalbox's own outbox as a log; the only layout with partitions. */
    SIGNALBOX_LOG(SignalboxLogTable.DEFAULT_TABLE, SignalboxLogTable.COLUMNS),
    /** The outbox of Debezium's event router, with added columns that order its rows. */
    DEBEZIUM(new TableName(null, "outboxevent"), LogTable.Columns.DEBEZIUM);

    private final TableName usualTable;
    private final LogTable.Columns columns;

    LogLayout(TableName usualTable, LogTable.Columns columns) {
        this.usualTable = usualTable;
        this.columns = columns;
    }

    public TableName usualTable() {
        return usualTable;
    }

    public LogTable.Columns columns() {
        return columns;
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
        return columns.group() != null;
    }
}
