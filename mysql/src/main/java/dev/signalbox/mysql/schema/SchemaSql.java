package dev.signalbox.mysql.schema;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import java.util.Map;

/** The statements that inspect a database, and those that add to it. */
enum SchemaSql {
    PLACE,
    GRANTS,
    ENGINE,
    CLAIM_INDEX,
    ID_INDEX,
    ARCHIVE_TABLE,
    TRY_LOCK,
    USERS,
    EXISTS,
    NAMES;

    private static final NamedStatements<SchemaSql> STATEMENTS = SqlFolder.beside(
                    SchemaSql.class, "archive claim_columns id index table")
            .statements("schema.sql", SchemaSql.class);

    Sql sql() {
        return STATEMENTS.sql(this);
    }

    /** The text with these names substituted. */
    String text(Map<String, String> names) {
        return STATEMENTS.sql(this, names).text();
    }
}
