package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;

/** The short statements of this package. */
enum PostgresLeaseSql {
    LOOK,
    LOOK_TABLE,
    LOCK_TIMEOUT,
    SET_LOCK_TIMEOUT,
    HOLD_LEASE,
    RELEASE_ALL,
    LEAVE,
    WITHDRAW,
    PURGE_DEAD_NODES,
    ADD_RELAYS,
    FIND_RELAY,
    LOCK_RELAY,
    OLDER_NODES,
    STOP_JOINS,
    PID,
    TRY_LOCK_IN_TRANSACTION,
    WAIT_FOR_LOCK_IN_TRANSACTION,
    TRY_LOCK,
    WAIT_FOR_LOCK,
    UNLOCK,
    HOLDERS,
    END_SESSION,
    END_SILENT_HOLDER,
    JOIN,
    RELEASE;

    private static final NamedStatements<PostgresLeaseSql> STATEMENTS =
            SqlFolder.beside(PostgresLeaseSql.class).statements("lease.sql", PostgresLeaseSql.class);

    Sql sql() {
        return STATEMENTS.sql(this);
    }
}
