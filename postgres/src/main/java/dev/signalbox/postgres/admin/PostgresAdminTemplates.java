package dev.signalbox.postgres.admin;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.admin.AdminTemplates;

/** The admin statements for PostgreSQL. */
final class PostgresAdminTemplates {
    enum Statement {
        PAUSE,
        ALLOWANCE,
        OWN_ESTIMATE
    }

    enum ChangePart {
        DELIVERED,
        DELETE
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(PostgresAdminTemplates.class, """
            aggregate_type b_dead b_error b_held b_waits correlation_id created_at created_type created_utc
                        direction error_message event_id_type group group_type groups held_until id id_type k_claimed_at
            limit numbered payload_bytes payload_size PENDING processed_at processed_events processed_utc retry_count set_unsent
            sort STATE status t_changed t_dead t_done t_error t_held t_held_since t_held_until t_state t_tries
            t_type t_waits t_wanted table""");

    static final AdminTemplates SHARED = AdminTemplates.load(FOLDER);
    static final NamedStatements<Statement> STATEMENTS = FOLDER.statements("postgres-admin.sql", Statement.class);
    static final SqlTemplate<ChangePart> CHANGE = FOLDER.template(
            "change.sql",
            ChangePart.class,
            LayoutPart.PROCESSED_EVENTS,
            LayoutPart.RECORDS,
            LayoutPart.SENT_ONLY,
            LayoutPart.MOMENTS,
            LayoutPart.ASIDE);

    static {
        FOLDER.checkAllNamesUsed();
    }

    private PostgresAdminTemplates() {}
}
