package dev.signalbox.postgres.owntable;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;

/** The statements on a {@link PostgresOwnTable}, and their conditional parts. */
final class OwnTableTemplates {
    enum ReadPart {
        LATE,
        HOLD_EXHAUSTED
    }

    enum SettlePart {
        LEASE,
        COMPLETES,
        FAILS,
        ENDS_CLAIMS,
        SUSPECTS
    }

    enum AdoptPart {
        LEASE
    }

    enum RowStatement {
        FETCH,
        LOOK_AGAIN
    }

    enum FailedStatement {
        RETRY_FAILED,
        DISCARD_FAILED
    }

    enum CreateStatement {
        TABLE,
        LATE_INDEX,
        LATE_INDEX_BESIDE_WRITERS,
        GROUP_INDEX,
        GROUP_INDEX_BESIDE_WRITERS,
        FAILED,
        FAILED_IDS,
        FAILED_GROUPS
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(OwnTableTemplates.class, """
            ahead_payload bottom failed failed_group_index failed_id_index group_index late_index late_of_all
            late_of_one late_payload most_examined most_transactions payload table""");
    static final SqlTemplate<ReadPart> READ = FOLDER.template("read.sql", ReadPart.class);
    static final SqlTemplate<NoPart> RECORD = FOLDER.template("record.sql");
    static final SqlTemplate<SettlePart> SETTLE = FOLDER.template("settle.sql", SettlePart.class);
    static final SqlTemplate<NoPart> LOCKED = FOLDER.template("locked.sql");
    static final SqlTemplate<NoPart> RECOVER = FOLDER.template("recover.sql");
    static final SqlTemplate<AdoptPart> ADOPT = FOLDER.template("adopt.sql", AdoptPart.class);
    static final NamedStatements<RowStatement> ROWS = FOLDER.statements("rows.sql", RowStatement.class);
    static final NamedStatements<FailedStatement> FAILED = FOLDER.statements("failed.sql", FailedStatement.class);
    static final NamedStatements<CreateStatement> CREATION =
            FOLDER.statements("create-table.sql", CreateStatement.class);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private OwnTableTemplates() {}
}
