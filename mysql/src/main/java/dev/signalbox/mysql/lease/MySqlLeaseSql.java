package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import java.util.Map;

/** The small statements of this package. */
enum MySqlLeaseSql {
    SERVER,
    HOLD,
    FIND_RELAY,
    ADD_RELAY,
    ADD_CANDIDATE,
    WITHDRAW,
    LEAVE,
    END_LEASE,
    RELEASE_ALL,
    TRY_LOCK,
    UNLOCK,
    HOLDER,
    USER,
    SESSION,
    SESSIONS,
    END_SESSION,
    LOOK,
    TABLES,
    MAY_SELECT,
    MAY_INSERT,
    MAY_UPDATE,
    MAY_DELETE,
    JOIN_NODE,
    JOIN_LEASE,
    RENEW,
    LOCK_RELAY,
    OTHERS,
    RELEASE,
    LONG_OVER,
    WITH_LEASE,
    LOCK_LEASES,
    LOCK_NODES,
    END_NODES,
    END_LEASES,
    END_CANDIDACIES,
    SILENT_WRITERS;

    /** Named locks are global to the server, so a relay's lock name contains the database. */
    private static final Map<String, String> LOCK_NAME =
            Map.of("lock_name", "concat('signalbox:', left(sha2(concat(hex(database()), ':', :relay), 256), 48))");

    private static final SqlFolder FOLDER = SqlFolder.beside(MySqlLeaseSql.class, "lock_name table column");
    private static final NamedStatements<MySqlLeaseSql> STATEMENTS =
            FOLDER.statements("lease.sql", MySqlLeaseSql.class);

    Sql sql() {
        return STATEMENTS.sql(this, LOCK_NAME);
    }

    /** The text with these names substituted. */
    String text(Map<String, String> names) {
        return STATEMENTS.sql(this, names).text();
    }

    /** A long statement of this package. */
    static Sql load(String resource) {
        return FOLDER.template(resource).fill(LOCK_NAME);
    }
}
