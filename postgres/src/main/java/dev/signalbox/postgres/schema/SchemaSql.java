package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.schema.IndexName;

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

    private static final SqlFolder FOLDER = SqlFolder.beside(SchemaSql.class, """
            archive concurrently created_at group held_until id index processed_at schema status table trigger
            unsent""");

    static final NamedStatements<Statement> STATEMENTS = FOLDER.statements("schema.sql", Statement.class);
    /** The statements that create indexes of an outbox table. */
    static final NamedStatements<IndexName> INDEXES =
            FOLDER.statements("indexes.sql", IndexName.class, LayoutPart.SENT_ONLY, LayoutPart.MOMENTS);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private SchemaSql() {}
}
