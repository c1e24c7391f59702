package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;

/** The statements on outbox tables whose rows carry their state, and their conditional parts. */
final class PostgresOutboxTemplates {
    enum ScanPart {
        GROUPS,
        RESUME,
        UNTIL,
        BOTH,
        UNGROUPED,
        BEHIND
    }

    enum ReadPart {
        CONTENTS,
        PASS_IN_FLIGHT,
        IN_ORDER,
        HOLD_EXHAUSTED
    }

    enum TiesPart {
        PASS_IN_FLIGHT
    }

    enum ClaimPart {
        LEASE,
        IN_ORDER,
        OFFERED,
        HOLD_EXHAUSTED
    }

    enum RejectPart {
        LEASE
    }

    enum RecordPart {
        UNREAD
    }

    enum SettlePart {
        LEASE,
        OTHERS,
        OWN,
        DELETE_COMPLETED,
        COMPLETES,
        ENDS_CLAIMS,
        BOTH,
        SUSPECTS
    }

    enum BusyPart {
        OWN
    }

    enum RecoverOrphansPart {
        UNANSWERED_ONLY
    }

    enum RecoverExpiredPart {
        LEASE
    }

    enum SweepPart {
        LEASE,
        UNGROUPED,
        RESUME,
        ARCHIVE
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(PostgresOutboxTemplates.class, """
            ahead along archive archived archived_of_t b_dead b_held bytes COMPLETED created_at created_type finding
                        group_finding group_oversized group_text id_finding id_oversized id_text record_key type_text
                        created_utc error_message error_type EVENT_FAILED event_id_type EVENT_PROCESSING EVENT_SUCCESS
            f_wanted FAILED group group_type groups held_until id id_type m_headers mark mark_column mark_type
            mark_utc never no_headers now payload_bytes payload_fetched payload_size PENDING per_group
            processed_at processed_event_time processed_events processed_utc PROCESSING retry_count rows set_sent set_sent_if_complete set_unsent status
                        status_type t_attempts t_attempts_now t_done t_headers t_held t_unfinished t_waits
                        t_wanted table ungrouped x_headers""");

    static final SqlTemplate<ScanPart> SCAN = FOLDER.template("scan.sql", ScanPart.class);

    static final SqlTemplate<ReadPart> READ = FOLDER.template("read.sql", ReadPart.class);

    static final SqlTemplate<TiesPart> TIES = FOLDER.template("ties.sql", TiesPart.class);

    static final SqlTemplate<ClaimPart> CLAIM =
            FOLDER.template("claim.sql", ClaimPart.class, LayoutPart.MOMENTS, LayoutPart.ASIDE);

    static final SqlTemplate<RejectPart> REJECT = FOLDER.template(
            "reject.sql",
            RejectPart.class,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.ASIDE,
            LayoutPart.STAMPS_ONLY_DONE);

    static final SqlTemplate<RecordPart> RECORD = FOLDER.template(
            "record.sql", RecordPart.class, LayoutPart.AT_LEAST_ONCE, LayoutPart.AT_MOST_ONCE, LayoutPart.ASIDE);

    static final SqlTemplate<NoPart> PROCESSED_BEFORE =
            FOLDER.template("processed-before.sql", LayoutPart.AT_MOST_ONCE);
    static final SqlTemplate<NoPart> RECORD_PROCESSED = FOLDER.template("record-processed.sql");

    static final SqlTemplate<SettlePart> SETTLE = FOLDER.template(
            "settle.sql",
            SettlePart.class,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.ASIDE,
            LayoutPart.STAMPS_ONLY_DONE,
            LayoutPart.PROCESSED_EVENTS);

    static final SqlTemplate<BusyPart> BUSY = FOLDER.template("busy.sql", BusyPart.class);

    static final SqlTemplate<RecoverOrphansPart> RECOVER_ORPHANS = FOLDER.template(
            "recover-orphans.sql",
            RecoverOrphansPart.class,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.ASIDE);

    static final SqlTemplate<RecoverExpiredPart> RECOVER_EXPIRED =
            FOLDER.template("recover-expired.sql", RecoverExpiredPart.class, LayoutPart.MOMENTS);

    static final SqlTemplate<SweepPart> SWEEP =
            FOLDER.template("sweep.sql", SweepPart.class, LayoutPart.SWEPT_BY_TIME, LayoutPart.PROCESSED_EVENTS);

    static final SqlTemplate<NoPart> PURGE_SUSPECTS = FOLDER.template("purge-suspects.sql");

    static final SqlTemplate<NoPart> PURGE_FAILURES = FOLDER.template("purge-failures.sql");

    static {
        FOLDER.checkAllNamesUsed();
    }

    private PostgresOutboxTemplates() {}
}
