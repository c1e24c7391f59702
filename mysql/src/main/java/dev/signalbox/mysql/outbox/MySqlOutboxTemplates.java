package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;

/** The statements about outbox tables, and their conditional parts. */
final class MySqlOutboxTemplates {
    /** The part of each statement that visits groups in turn. */
    enum ResumePart {
        RESUME
    }

    enum ScanGroupsPart {
        RESUME,
        UNTIL
    }

    enum ScanUngroupedPart {
        BEHIND
    }

    enum WindowPart {
        PLACED,
        CONTENTS
    }

    enum ReadExactPart {
        PASS_IN_FLIGHT
    }

    enum BlockedPart {
        IN_ORDER,
        HOLD_EXHAUSTED
    }

    enum ReadRowsPart {
        PLACED,
        MARK
    }

    /** Where an oversized row is. */
    enum RejectPart {
        IN_GROUP,
        UNGROUPED,
        GROUP_BEGINNING
    }

    enum ClaimedRowsPart {
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
        UNANSWERED_ONLY
    }

    enum SweepPickPart {
        ARCHIVE,
        UNGROUPED
    }

    /** A statement that shares its file with others. */
    sealed interface ShortStatement {
        default SqlTemplate<NoPart> template() {
            return switch (this) {
                case RowStatement statement -> ROWS.template(statement);
                case ClaimStatement statement -> CLAIMS.template(statement);
                case SuspectStatement statement -> SUSPECTS.template(statement);
                case FailureStatement statement -> FAILURES.template(statement);
                case ProcessedEventStatement statement -> PROCESSED_EVENTS.template(statement);
            };
        }
    }

    /** The statements in {@code rows.sql}. */
    enum RowStatement implements ShortStatement {
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
    enum ClaimStatement implements ShortStatement {
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
    enum SuspectStatement implements ShortStatement {
        SUSPECTS,
        ALL_SUSPECTS,
        PUT_SUSPECT,
        FLAG_SUSPECTS,
        SUSPECT_ALONE,
        END_ALONE,
        CLEAR_SUSPECTS
    }

    /** The statements in {@code failures.sql}. */
    enum FailureStatement implements ShortStatement {
        FAILURES,
        SOME_FAILURES,
        ADD_FAILURE,
        CLEAR_FAILURES
    }

    /** The statements in {@code processed-events.sql}. */
    enum ProcessedEventStatement implements ShortStatement {
        FIND,
        ADD,
        SET,
        REMOVE
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(MySqlOutboxTemplates.class, """
            along archive archived archived_of_t b_dead b_held by_claim_index by_id_index by_place_index
            COMPLETED created_at entries error_message exact_previous exact_t exact_x FAILED finding group group_finding
            group_fits group_oversized group_start group_text groups id_finding id_oversized id_text record_key type_text
                        event_created event_id_length event_updated held_until id is_v_group json_group keep_created
            keep_event_created keep_processed mark_column never number payload_bytes payload_fetched payload_size
            PENDING processed_at processed_events PROCESSING retry_count rows set_sent set_unsent state_columns status t_attempts
            t_done t_done_each t_headers t_held t_unfinished t_waits t_wanted t_wanted_each table tie
                        turn ungrouped window""");

    static final SqlTemplate<NoPart> LEASE = FOLDER.template("lease.sql", LayoutPart.ASIDE);

    static final SqlTemplate<ScanGroupsPart> SCAN_GROUPS =
            FOLDER.template("scan-groups.sql", ScanGroupsPart.class, LayoutPart.BY_ENTRIES, LayoutPart.PERIOD);

    static final SqlTemplate<ScanUngroupedPart> SCAN_UNGROUPED =
            FOLDER.template("scan-ungrouped.sql", ScanUngroupedPart.class);

    static final SqlTemplate<ResumePart> WALK = FOLDER.template("walk.sql", ResumePart.class);

    static final SqlTemplate<WindowPart> READ_WINDOW = FOLDER.template("read-window.sql", WindowPart.class);

    static final SqlTemplate<WindowPart> READ_SHORT = FOLDER.template("read-short.sql", WindowPart.class);

    static final SqlTemplate<ReadExactPart> READ_EXACT = FOLDER.template("read-exact.sql", ReadExactPart.class);

    static final SqlTemplate<BlockedPart> BLOCKED =
            FOLDER.template("blocked.sql", BlockedPart.class, LayoutPart.MOMENTS);

    static final SqlTemplate<ReadRowsPart> READ_ROWS = FOLDER.template("read-rows.sql", ReadRowsPart.class);
    static final SqlTemplate<ClaimedRowsPart> CLAIMED_ROWS = FOLDER.template("claimed-rows.sql", ClaimedRowsPart.class);

    static final SqlTemplate<SettlePart> SETTLE = FOLDER.template(
            "settle.sql",
            SettlePart.class,
            LayoutPart.ASIDE,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.STAMPS_ONLY_DONE);

    static final SqlTemplate<RejectPart> REJECT = FOLDER.template(
            "reject.sql",
            RejectPart.class,
            LayoutPart.ASIDE,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.STAMPS_ONLY_DONE);

    static final SqlTemplate<RejectPart> REJECTED_KEYS = FOLDER.template("rejected-keys.sql", RejectPart.class);

    static final SqlTemplate<ReleasePart> RELEASE = FOLDER.template(
            "release.sql",
            ReleasePart.class,
            LayoutPart.ASIDE,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.STAMPS_ONLY_DONE);

    static final SqlTemplate<OrphansPart> ORPHANS = FOLDER.template("orphans.sql", OrphansPart.class);

    static final SqlTemplate<ResumePart> SWEEP_GROUPS = FOLDER.template("sweep-groups.sql", ResumePart.class);

    static final SqlTemplate<SweepPickPart> SWEEP_PICK =
            FOLDER.template("sweep-pick.sql", SweepPickPart.class, LayoutPart.SWEPT_BY_TIME);

    private static final NamedStatements<RowStatement> ROWS =
            FOLDER.statements("rows.sql", RowStatement.class, LayoutPart.MOMENTS);

    private static final NamedStatements<ClaimStatement> CLAIMS = FOLDER.statements("claims.sql", ClaimStatement.class);

    private static final NamedStatements<SuspectStatement> SUSPECTS =
            FOLDER.statements("suspects.sql", SuspectStatement.class);

    private static final NamedStatements<FailureStatement> FAILURES =
            FOLDER.statements("failures.sql", FailureStatement.class);

    private static final NamedStatements<ProcessedEventStatement> PROCESSED_EVENTS =
            FOLDER.statements("processed-events.sql", ProcessedEventStatement.class);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private MySqlOutboxTemplates() {}
}
