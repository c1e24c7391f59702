package dev.signalbox.jdbc.schema;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;

/** A relay's table. */
public sealed interface SchemaTarget {
    String relay();

    /** A table whose rows carry their state, and how the relay uses it. */
    record StatusTable(String relay, OutboxLayout layout, Retention retention, ClaimMode claimMode)
            implements SchemaTarget {
        /** A table whose rows are marked, if it has a mark. */
        public StatusTable(String relay, OutboxLayout layout, Retention retention) {
            this(relay, layout, retention, layout.marks() ? ClaimMode.MARK : ClaimMode.OWN);
        }
    }

    /** Signalbox's own table. */
    record OwnTable(String relay, TableName table, boolean searchedByGroup) implements SchemaTarget {}
}
