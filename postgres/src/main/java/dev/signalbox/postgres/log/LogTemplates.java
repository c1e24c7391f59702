package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;

/** The statements on a log, and their conditional parts. */
final class LogTemplates {
    enum FetchPart {
        BY_TAG
    }

    enum RecordPart {
        LEADER_COLUMNS,
        DEFERS,
        RESUMES,
        REPLAYS,
        DEAD_LETTERS,
        SUSPECTS
    }

    enum FeedStatement {
        LEASE,
        SEEN,
        BEGIN,
        BEGIN_OURS,
        OURS,
        HORIZON,
        SEEK,
        NEW_HORIZON,
        TRIM_PARKED,
        DROP_PARKED,
        DROP_LETTERS,
        PARKED,
        LEAD,
        LAST_POSITION,
        POSITION_AT,
        REPLAYS,
        CONVICT,
        OWN,
        LEAVE,
        OWNS,
        SUSPECTS,
        MARK,
        CONTENTS,
        STATES
    }

    enum AdminStatement {
        STATUSES,
        LAG,
        STATUS,
        RESET,
        MOVE,
        LETTERS,
        REPLAY,
        HEARTBEAT
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(LogTemplates.class, """
            a_headers content data data_type e_headers fits_inline group in_topic l_headers leader
            leader_heartbeat leader_since no_headers occurred_at position progress replayed table tags type xid
            xid_type""");
    static final SqlTemplate<NoPart> READ = FOLDER.template("read.sql");
    static final SqlTemplate<FetchPart> FETCH = FOLDER.template("fetch.sql", FetchPart.class);
    static final SqlTemplate<RecordPart> RECORD = FOLDER.template("record.sql", RecordPart.class);
    static final NamedStatements<FeedStatement> FEED = FOLDER.statements("feed.sql", FeedStatement.class);
    static final NamedStatements<AdminStatement> ADMIN = FOLDER.statements("admin.sql", AdminStatement.class);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private LogTemplates() {}
}
