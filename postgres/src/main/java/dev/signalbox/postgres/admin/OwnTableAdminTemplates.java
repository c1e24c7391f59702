package dev.signalbox.postgres.admin;

import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.admin.AdminTemplates.AheadPart;
import dev.signalbox.jdbc.admin.AdminTemplates.FindPart;
import dev.signalbox.jdbc.admin.MessagePageFiller;

/** The admin statements for Signalbox's own table. */
final class OwnTableAdminTemplates {
    enum PagePart {
        FAILED,
        GROUP,
        TYPE,
        CHANGED_BEFORE,
        REASON,
        AFTER
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(OwnTableAdminTemplates.class, "table failed");

    static final MessagePageFiller.PageTemplate<PagePart> PAGE = new MessagePageFiller.PageTemplate<>(
            FOLDER.template("own-page.sql", PagePart.class), PagePart.TYPE, PagePart.CHANGED_BEFORE, PagePart.REASON);
    static final SqlTemplate<FindPart> FIND = FOLDER.template("own-find.sql", FindPart.class);
    static final SqlTemplate<AheadPart> AHEAD = FOLDER.template("own-ahead.sql", AheadPart.class);
    static final SqlTemplate<SqlTemplate.NoPart> BACKLOG = FOLDER.template("own-backlog.sql");

    static {
        FOLDER.checkAllNamesUsed();
    }

    private OwnTableAdminTemplates() {}
}
