package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.admin.AdminTemplates.PagePart;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads messages of one state page by page, along the index that claims use. */
public final class JdbcPageReader {
    /**
     * The last row of a page, as an opaque text that requests the next page.
     *
     * @param created exactly as the database writes it
     */
    private record Token(@Nullable String group, String created, String id) {
        /** Hardly any text contains this character, and in PostgreSQL none does. */
        private static final String SEPARATOR = "\0";

        private static final int PARTS = 4;
        private static final int LONGEST = 8_192;

        static String of(ResultSet row) throws SQLException {
            String group = row.getString("grp");
            String joined = String.join(
                    SEPARATOR,
                    group == null ? "-" : "+",
                    group == null ? "" : group,
                    row.getString("created_key"),
                    row.getString("id"));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(joined.getBytes(StandardCharsets.UTF_8));
        }

        static Token parse(String text) {
            if (text.length() > LONGEST) {
                throw new IllegalArgumentException("too long");
            }
            String joined = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            String[] parts = joined.split(SEPARATOR, -1);
            if (parts.length != PARTS) {
                throw new IllegalArgumentException("not a mark");
            }
            return new Token(parts[0].equals("+") ? parts[1] : null, parts[2], parts[3]);
        }
    }

    private final OutboxAdminAccess access;
    private final String relay;

    /** @param relay the name under which failures are recorded */
    JdbcPageReader(OutboxAdminAccess access, String relay) {
        this.access = access;
        this.relay = relay;
    }

    MessagePage read(MessageQuery query) throws SourceException {
        Token after = token(query.after());
        try {
            MessagePageFiller page = new MessagePageFiller(query, query.filter().needsLooking(), Token::of);
            if (query.filter().group() != null) {
                read(page, PagePart.GROUP, after);
            } else {
                if (after == null || after.group() != null) {
                    read(page, PagePart.GROUPED, after);
                }
                if (!page.goesOn()) {
                    // Ungrouped messages come last in the index
                    read(page, PagePart.UNGROUPED, after != null && after.group() == null ? after : null);
                }
            }
            return page.page();
        } catch (SourceException e) {
            if (access.kindOf(e) != AdminDialect.FailureKind.NO_SUCH_VALUE) {
                throw e;
            }
            if (after != null) {
                throw badToken(e);
            }
            return new MessagePage(List.of(), null);
        }
    }

    private @Nullable Token token(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            Token mark = Token.parse(text);
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

    private void read(MessagePageFiller page, PagePart section, @Nullable Token after) throws SourceException {
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
}
