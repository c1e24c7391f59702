package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;

/** The statements about outbox tables, and their conditional parts. */
final class MySqlOutboxTemplates {
    enum ScanGroupsPart {
        RESUME
    }

    enum ScanLoosePart {
        BEHIND
    }

    enum WalkPart {
        RESUME
    }

    enum WindowPart {
        PLACED,
        CONTENTS
    }

    enum ReadExactPart {
        PASS_HELD
    }

    enum BlockedPart {
        IN_ORDER,
        HOLD_EXHAUSTED
    }

    enum TakePart {
        PLACED,
        MARK
    }

    enum HeldPart {
        NUMBERED,
        OWN,
        LOCK
    }

    enum SettlePart {
        DELETE,
        PLACED,
        COMPLETE,
        RETRY,
        PARK,
        RELEASE,
        PUBLISHED,
        OWN
    }

    enum ReleasePart {
        COUNTED
    }

    enum OrphansPart {
        DOUBTFUL_ONLY
    }

    enum SweepGroupsPart {
        RESUME
    }

    enum SweepPickPart {
        ARCHIVE,
        LOOSE
    }

    /** The statements in {@code rows.sql}. */
    enum RowStatement {
        MOMENT,
        MARK,
        DATE,
        EXPIRED,
        LOCK_EXPIRED,
        LOCK_COMPLETED,
        ARCHIVE,
        DELETE,
        UNDONE,
        UNFINISHED
    }

    /** The statements in {@code claims.sql}. */
    enum ClaimStatement {
        RECORD,
        CLAIMS,
        ALL_CLAIMS,
        LIVING_CLAIMS,
        LOCK_CLAIM,
        KEEP_CLAIM,
        END_CLAIM,
        END_CLAIMS
    }

    /** The statements in {@code suspects.sql}. */
    enum SuspectStatement {
        SUSPECTS,
        ALL_SUSPECTS,
        ADD_SUSPECT,
        FLAG_SUSPECTS,
        CLEAR_SUSPECTS
    }

    /** The statements in {@code failures.sql}. */
    enum FailureStatement {
        FAILURES,
        SOME_FAILURES,
        ADD_FAILURE,
        CLEAR_FAILURES
    }

    /** The statements in {@code processed-events.sql}. */
    enum ProcessedEventStatement {
        FIND,
        ADD,
        SET,
        REMOVE
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(MySqlOutboxTemplates.class, """
            along archive archived archived_of_t b_dead b_held by_claim_index by_id_index by_place_index
            COMPLETED created_at entries error_message exact_previous exact_t exact_x FAILED group groups
            held_until id is_v_group json_group keep_created keep_note_created keep_processed loose mark_column
            never note_created note_length note_updated notes number payload_bytes payload_held payload_size
            PENDING processed_at PROCESSING retry_count rows set_sent set_unsent state_columns status t_attempts
            t_done t_done_each t_headers t_held t_type t_unfinished t_waits t_wanted t_wanted_each table tie
            turn window""");

    static final SqlTemplate<NoPart> LEASE = FOLDER.template("lease.sql", LayoutPart.ASIDE);

    static final SqlTemplate<ScanGroupsPart> SCAN_GROUPS =
            FOLDER.template("scan-groups.sql", ScanGroupsPart.class, LayoutPart.BY_ENTRIES, LayoutPart.PERIOD);

    static final SqlTemplate<ScanLoosePart> SCAN_LOOSE = FOLDER.template("scan-loose.sql", ScanLoosePart.class);

    static final SqlTemplate<WalkPart> WALK = FOLDER.template("walk.sql", WalkPart.class);

    static final SqlTemplate<WindowPart> READ_WINDOW = FOLDER.template("read-window.sql", WindowPart.class);

    static final SqlTemplate<WindowPart> READ_SHORT = FOLDER.template("read-short.sql", WindowPart.class);

    static final SqlTemplate<ReadExactPart> READ_EXACT = FOLDER.template("read-exact.sql", ReadExactPart.class);

    static final SqlTemplate<BlockedPart> BLOCKED =
            FOLDER.template("blocked.sql", BlockedPart.class, LayoutPart.MOMENTS);

    static final SqlTemplate<TakePart> TAKE = FOLDER.template("take.sql", TakePart.class);

    static final SqlTemplate<HeldPart> HELD = FOLDER.template("held.sql", HeldPart.class);

    static final SqlTemplate<SettlePart> SETTLE = FOLDER.template(
            "settle.sql",
            SettlePart.class,
            LayoutPart.ASIDE,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.STAMPS_ONLY_DONE);

    static final SqlTemplate<ReleasePart> RELEASE = FOLDER.template(
            "release.sql",
            ReleasePart.class,
            LayoutPart.ASIDE,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.STAMPS_ONLY_DONE);

    static final SqlTemplate<OrphansPart> ORPHANS = FOLDER.template("orphans.sql", OrphansPart.class);

    static final SqlTemplate<SweepGroupsPart> SWEEP_GROUPS = FOLDER.template("sweep-groups.sql", SweepGroupsPart.class);

    static final SqlTemplate<SweepPickPart> SWEEP_PICK =
            FOLDER.template("sweep-pick.sql", SweepPickPart.class, LayoutPart.SWEPT_BY_TIME);

    static final NamedStatements<RowStatement> ROWS =
            FOLDER.statements("rows.sql", RowStatement.class, LayoutPart.MOMENTS);

    static final NamedStatements<ClaimStatement> CLAIMS = FOLDER.statements("claims.sql", ClaimStatement.class);

    static final NamedStatements<SuspectStatement> SUSPECTS = FOLDER.statements("suspects.sql", SuspectStatement.class);

    static final NamedStatements<FailureStatement> FAILURES = FOLDER.statements("failures.sql", FailureStatement.class);

    static final NamedStatements<ProcessedEventStatement> PROCESSED_EVENTS =
            FOLDER.statements("processed-events.sql", ProcessedEventStatement.class);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private MySqlOutboxTemplates() {}
}
