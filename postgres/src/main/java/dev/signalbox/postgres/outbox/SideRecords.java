package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;

/** The statements about the records of claims and suspects beside the tables. */
enum SideRecords {
    END_CLAIMS,
    SUSPECTS,
    MARK_IN_FLIGHT;

    static final NamedStatements<SideRecords> SQL =
            SqlFolder.beside(SideRecords.class).statements("records.sql", SideRecords.class);
}
