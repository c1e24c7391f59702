package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.admin.AdminDialect;
import dev.signalbox.jdbc.admin.JdbcPageReader;
import dev.signalbox.jdbc.admin.MessagePageFiller;
import dev.signalbox.jdbc.admin.OutboxAdminAccess;
import dev.signalbox.postgres.admin.OwnTableAdminTemplates.PagePart;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads waiting or failed messages page by page in primary key order: by shard, then by position. */
final class OwnTablePageReader {
    private static final MessagePage NONE = new MessagePage(List.of(), null);

    private final OutboxAdminAccess access;

    OwnTablePageReader(OutboxAdminAccess access) {
        this.access = access;
    }

    MessagePage read(MessageQuery query) throws SourceException {
        OwnTablePageToken after = token(query.after());
        return switch (query.state()) {
            case PENDING, FAILED -> read(query, after);
            // The table never contains rows that are marked in flight or done
            case PROCESSING, COMPLETED -> NONE;
        };
    }

    private MessagePage read(MessageQuery query, @Nullable OwnTablePageToken after) throws SourceException {
        boolean ofGroup = query.filter().group() != null;
        var page = new MessagePageFiller(query, ofGroup || query.filter().needsLooking(), OwnTablePageReader::tokenOf);
        Set<PagePart> parts = PartSelection.of(PagePart.class)
                .with(PagePart.FAILED, query.state() == MessageState.FAILED)
                .with(PagePart.GROUP, ofGroup)
                .with(PagePart.AFTER, after != null)
                .parts();
        Map<String, @Nullable Object> place = new HashMap<>();
        if (after != null) {
            place.put("after_shard", after.shard());
            place.put("after_position", after.position());
        }
        try {
            page.read(access, OwnTableAdminTemplates.PAGE, Map.of(), parts, place);
            return page.page();
        } catch (SourceException e) {
            if (access.kindOf(e) == AdminDialect.FailureKind.NO_SUCH_VALUE) {
                return NONE;
            }
            throw e;
        }
    }

    private static @Nullable OwnTablePageToken token(@Nullable String text) {
        try {
            return text == null ? null : OwnTablePageToken.parse(text);
        } catch (IllegalArgumentException e) {
            throw JdbcPageReader.badToken(e);
        }
    }

    private static String tokenOf(ResultSet row) throws SQLException {
        return new OwnTablePageToken(row.getInt("shard"), row.getLong("position")).text();
    }
}
