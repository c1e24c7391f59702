package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessagePage;
import dev.signalbox.core.admin.MessageQuery;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.admin.AdminTemplates.PagePart;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads messages of one state page by page, along the index that claims use. */
public final class JdbcPageReader {
    private final OutboxAdminAccess access;
    private final String relay;

    /** @param relay the name under which failures are recorded */
    JdbcPageReader(OutboxAdminAccess access, String relay) {
        this.access = access;
        this.relay = relay;
    }

    MessagePage read(MessageQuery query) throws SourceException {
        JdbcPageToken after = token(query.after());
        try {
            MessagePageFiller page =
                    new MessagePageFiller(query, query.filter().needsLooking(), JdbcPageReader::tokenOf);
            if (query.filter().group() != null) {
                read(page, PagePart.GROUP, after);
            } else {
                if (after == null || after.group() != null) {
                    read(page, PagePart.GROUPED, after);
                }
                if (!page.goesOn()) {
                    // Ungrouped messages come last in the index
                    read(page, PagePart.LOOSE, after != null && after.group() == null ? after : null);
                }
            }
            return page.page();
        } catch (SourceException e) {
            if (!access.isNoSuchValue(e)) {
                throw e;
            }
            if (after != null) {
                throw badToken(e);
            }
            return new MessagePage(List.of(), null);
        }
    }

    private @Nullable JdbcPageToken token(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            JdbcPageToken mark = JdbcPageToken.parse(text);
            if (!access.dialect().isMoment(mark.created())) {
                throw new IllegalArgumentException("no moment");
            }
            return mark;
        } catch (IllegalArgumentException e) {
            throw badToken(e);
        }
    }

    public static IllegalArgumentException badToken(Exception cause) {
        return new IllegalArgumentException("after is not what an earlier page ended with", cause);
    }

    private void read(MessagePageFiller page, PagePart section, @Nullable JdbcPageToken after) throws SourceException {
        Set<PagePart> parts = EnumSet.of(section);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("relay", relay);
        if (after != null) {
            parts.add(PagePart.AFTER);
            values.put("after_group", after.group());
            values.put("after_created", after.created());
            values.put("after_id", after.id());
        }
        page.read(
                access,
                access.dialect().templates().page(),
                Map.of("STATE", access.named(condition(page.state()))),
                parts,
                values);
    }

    private static String condition(MessageState state) {
        return switch (state) {
            case PENDING -> "t_waits";
            case PROCESSING -> "t_held";
            case COMPLETED -> "t_done";
            case FAILED -> "t_dead";
        };
    }

    private static String tokenOf(ResultSet row) throws SQLException {
        return new JdbcPageToken(row.getString("grp"), row.getString("created_key"), row.getString("id")).text();
    }
}
