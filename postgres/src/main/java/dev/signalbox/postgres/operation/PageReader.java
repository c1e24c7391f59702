package dev.signalbox.postgres.operation;

import dev.signalbox.core.operation.MessageFilter;
import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.MessageSummary;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads messages of one state page by page, along the index that claims use. */
final class PageReader {
    /** A filter that the index does not help with looks at so many rows for one page. */
    private static final int MOST_LOOKED_AT = 10_000;

    private final DeskAccess access;
    private final StateWords words;

    PageReader(DeskAccess access, StateWords words) {
        this.access = access;
        this.words = words;
    }

    MessagePage read(MessageQuery query) throws SourceException {
        PageMark after = mark(query.after());
        try {
            Part part = new Part(query);
            if (query.filter().group() != null) {
                part.read("group", after);
            } else {
                if (after == null || after.group() != null) {
                    part.read("grouped", after);
                }
                if (part.next == null) {
                    // Those without a group stand behind all others in the index
                    part.read("loose", after != null && after.group() == null ? after : null);
                }
            }
            return part.page();
        } catch (SourceException e) {
            if (!DeskAccess.isNoSuchValue(e)) {
                throw e;
            }
            if (after != null) {
                throw badMark(e);
            }
            return new MessagePage(List.of(), null);
        }
    }

    private static @Nullable PageMark mark(@Nullable String text) {
        try {
            return text == null ? null : PageMark.parse(text);
        } catch (IllegalArgumentException e) {
            throw badMark(e);
        }
    }

    private static IllegalArgumentException badMark(Exception cause) {
        return new IllegalArgumentException("after is not what an earlier page ended with", cause);
    }

    /** A page that is being filled. */
    private final class Part {
        private final MessageQuery query;
        private final int scan;
        private final List<MessageSummary> found = new ArrayList<>();
        private @Nullable PageMark last;
        private @Nullable PageMark next;

        Part(MessageQuery query) {
            this.query = query;
            this.scan = query.filter().needsLooking() ? MOST_LOOKED_AT : query.limit() + 1;
        }

        void read(String section, @Nullable PageMark after) throws SourceException {
            Set<String> flags = new HashSet<>(Set.of(section));
            Map<String, @Nullable Object> values = values(query.filter(), flags);
            if (after != null) {
                flags.add("after");
                values.put("after_group", after.group());
                values.put("after_created", after.created());
                values.put("after_id", after.id());
            }
            values.put("scan", scan);
            // Two more than fit: one tells that there are more, one is the last row looked at
            values.put("rows", query.limit() - found.size() + 2);
            Sql sql = access.sql("page", Map.of("STATE", words.literal(query.state())), flags);
            access.run("read a page", connection -> fill(connection, sql, values));
        }

        private int fill(Connection connection, Sql sql, Map<String, @Nullable Object> values) throws SQLException {
            try (PreparedStatement statement = sql.prepare(connection, values);
                    ResultSet row = statement.executeQuery()) {
                boolean looksFurther = false;
                while (row.next()) {
                    if (row.getBoolean("matching") && found.size() == query.limit()) {
                        next = last;
                        return found.size();
                    }
                    if (row.getBoolean("matching")) {
                        found.add(Rows.summary(row, query.state()));
                    }
                    last = new PageMark(row.getString("grp"), row.getString("created_key"), row.getString("id"));
                    looksFurther = row.getInt("total") >= scan;
                }
                next = looksFurther ? last : null;
                return found.size();
            }
        }

        MessagePage page() {
            return new MessagePage(found, next == null ? null : next.text());
        }
    }

    private static Map<String, @Nullable Object> values(MessageFilter filter, Set<String> flags) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("group", filter.group());
        if (filter.type() != null) {
            flags.add("type");
            values.put("type", filter.type());
        }
        if (filter.changedBefore() != null) {
            flags.add("changed_before");
            values.put("changed_before", filter.changedBefore().toString());
        }
        if (filter.reasonContains() != null) {
            flags.add("reason");
            values.put("reason", filter.reasonContains());
        }
        return values;
    }
}
