package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;

/** The statements that install and remove tables, indexes and triggers. */
final class SchemaSql {
    enum Statement {
        TRY_LOCK,
        BLOCKERS,
        PROGRESS,
        ARCHIVE_TABLE,
        DROP_INDEX,
        DROP_TRIGGER
    }

    /** The statements that create indexes of an outbox table. */
    enum Index {
        CLAIM,
        HOLD,
        DONE,
        ID
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(SchemaSql.class, """
            archive concurrently created_at group held_until id index processed_at schema status table trigger
            unsent""");

    static final NamedStatements<Statement> STATEMENTS = FOLDER.statements("schema.sql", Statement.class);
    static final NamedStatements<Index> INDEXES =
            FOLDER.statements("indexes.sql", Index.class, LayoutPart.SENT_ONLY, LayoutPart.MOMENTS);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private SchemaSql() {}
}
