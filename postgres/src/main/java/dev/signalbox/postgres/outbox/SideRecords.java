package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;

/** The statements on claim and suspect records in the side schema. */
enum SideRecords {
    END_CLAIMS,
    SUSPECTS,
    MARK_IN_FLIGHT;

    static final NamedStatements<SideRecords> SQL =
            SqlFolder.beside(SideRecords.class).statements("records.sql", SideRecords.class);
}
