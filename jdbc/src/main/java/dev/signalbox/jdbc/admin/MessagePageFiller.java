package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageFilter;
import dev.signalbox.core.admin.MessagePage;
import dev.signalbox.core.admin.MessageQuery;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fills a page from a limited number of rows, and skips rows that the filter rejects. */
public final class MessagePageFiller {
    /** The maximum number of rows read for one page if no index supports the filter. */
    private static final int MOST_LOOKED_AT = 10_000;

    /** Writes the token of the page that follows a row. */
    public interface PageTokenWriter {
        String tokenOf(ResultSet row) throws SQLException;
    }

    private final MessageQuery query;
    private final PageTokenWriter tokens;
    private final int scan;
    private final List<MessageSummary> found = new ArrayList<>();
    private @Nullable String last;
    private @Nullable String next;

    public MessagePageFiller(MessageQuery query, boolean needsLooking, PageTokenWriter tokens) {
        this.query = query;
        this.tokens = tokens;
        this.scan = needsLooking ? MOST_LOOKED_AT : query.limit() + 1;
    }

    MessageState state() {
        return query.state();
    }

    /** Whether there are rows beyond this page. */
    boolean goesOn() {
        return next != null;
    }

    public MessagePage page() {
        return new MessagePage(found, next);
    }

    /** Continues with a statement that applies the filter, the limits and the start position. */
    public <P extends Enum<P>> void read(
            OutboxAdminAccess access,
            PageTemplate<P> template,
            Map<String, String> names,
            Set<P> parts,
            Map<String, @Nullable Object> place)
            throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>(place);
        putFilter(values);
        values.put("scan", scan);
        // Two more than fit: one shows that there are more, one is the last row read
        values.put("rows", query.limit() - found.size() + 2);
        Sql sql = access.sql(template.sql(), names, withFilter(template, parts));
        AdminRowReader reader = new AdminRowReader(access.dialect());
        access.run("read a page", connection -> fill(connection, reader, sql, values));
    }

    private <P extends Enum<P>> Set<P> withFilter(PageTemplate<P> template, Set<P> parts) {
        MessageFilter filter = query.filter();
        Set<P> all = new HashSet<>(parts);
        if (filter.type() != null) {
            all.add(template.type());
        }
        if (filter.changedBefore() != null) {
            all.add(template.changedBefore());
        }
        if (filter.reasonContains() != null) {
            all.add(template.reason());
        }
        return all;
    }

    private void putFilter(Map<String, @Nullable Object> values) {
        MessageFilter filter = query.filter();
        values.put("group", filter.group());
        if (filter.type() != null) {
            values.put("type", filter.type());
        }
        if (filter.changedBefore() != null) {
            values.put("changed_before", filter.changedBefore().toString());
            values.put("changed_before_micros", ChronoUnit.MICROS.between(Instant.EPOCH, filter.changedBefore()));
        }
        if (filter.reasonContains() != null) {
            values.put("reason", filter.reasonContains());
        }
    }

    private int fill(Connection connection, AdminRowReader reader, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            boolean looksFurther = false;
            while (row.next()) {
                if (row.getBoolean("matching") && found.size() == query.limit()) {
                    next = last;
                    return found.size();
                }
                if (row.getBoolean("matching")) {
                    found.add(reader.summary(row, query.state()));
                }
                last = tokens.tokenOf(row);
                looksFurther = row.getInt("total") >= scan;
            }
            next = looksFurther ? last : null;
            return found.size();
        }
    }
}
