package dev.signalbox.mysql.admin;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.admin.AdminTemplates;

/** The admin statements on MySQL and MariaDB. */
final class MySqlAdminTemplates {
    enum ChangeStatement {
        LOCK_FAILED,
        LOCK_DELIVERED,
        RETRY,
        REPLAY,
        DISCARD,
        FORGET_FAILURES,
        FORGET_PROCESSED
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(MySqlAdminTemplates.class, """
            aggregate_type b_dead b_error b_held b_waits by_claim_index by_id_index correlation_id created_at
            created_micros direction error_message exact_b exact_id exact_t group group_after group_asked
                        group_resumed groups held_until id k_claimed_at keep_created numbered payload_shown
            payload_size PENDING processed_at processed_events retry_count sent_micros set_unsent sort STATE state_columns status
            t_changed t_dead t_done t_error t_held t_held_since t_held_until t_state t_tries t_type t_unfinished
            t_wanted t_wanted_each table tie turn turn_type""");

    static final AdminTemplates SHARED = AdminTemplates.load(FOLDER);
    static final NamedStatements<ChangeStatement> CHANGES = FOLDER.statements(
            "changes.sql",
            ChangeStatement.class,
            LayoutPart.ASIDE,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.RECORDS,
            LayoutPart.PROCESSED_EVENTS);
    static final Sql PAUSE = SqlFolder.sql(MySqlAdminTemplates.class, "pause.sql");

    static {
        FOLDER.checkAllNamesUsed();
    }

    private MySqlAdminTemplates() {}
}
