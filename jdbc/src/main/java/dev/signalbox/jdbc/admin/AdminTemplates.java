package dev.signalbox.jdbc.admin;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;

/**
 * The admin statements that every database has, each in its own SQL.
 *
 * @param page reads messages of one state
 * @param backlog measures the backlog
 * @param find finds one message
 * @param ahead reads what precedes a message in its group
 * @param events searches events
 * @param countEvents counts the results of a search
 */
public record AdminTemplates(
        MessagePageFiller.PageTemplate<PagePart> page,
        SqlTemplate<BacklogPart> backlog,
        SqlTemplate<FindPart> find,
        SqlTemplate<AheadPart> ahead,
        SqlTemplate<EventsPart> events,
        SqlTemplate<EventsPart> countEvents,
        NamedStatements<Statement> statements) {
    public enum PagePart {
        AFTER,
        GROUP,
        GROUPED,
        UNGROUPED,
        TYPE,
        CHANGED_BEFORE,
        REASON
    }

    public enum BacklogPart {
        RESUME
    }

    public enum FindPart {
        SIDE
    }

    public enum AheadPart {
        HOLD_EXHAUSTED
    }

    public enum EventsPart {
        PENDING,
        TYPE,
        AGGREGATE_TYPE,
        GROUP
    }

    /** The small statements, in {@code relay.sql}. */
    public enum Statement {
        ESTIMATE,
        OWNERS,
        PAUSE_STATE,
        RESUME
    }

    public static AdminTemplates load(SqlFolder folder) {
        return new AdminTemplates(
                new MessagePageFiller.PageTemplate<>(
                        folder.template("page.sql", PagePart.class),
                        PagePart.TYPE,
                        PagePart.CHANGED_BEFORE,
                        PagePart.REASON),
                folder.template("backlog.sql", BacklogPart.class),
                folder.template("find.sql", FindPart.class),
                folder.template("ahead.sql", AheadPart.class),
                folder.template("events.sql", EventsPart.class),
                folder.template("count-events.sql", EventsPart.class),
                folder.statements("relay.sql", Statement.class));
    }
}
