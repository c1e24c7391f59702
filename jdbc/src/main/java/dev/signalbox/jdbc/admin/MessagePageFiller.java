package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
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

    /**
     * A statement that reads a page of messages, with its conditional parts for the filters.
     *
     * @param type the part that compares the type
     * @param changedBefore the part that compares the time of the last change
     * @param reason the part that searches the reason of a failure
     */
    public record PageTemplate<P extends Enum<P>>(SqlTemplate<P> sql, P type, P changedBefore, P reason) {}

    private final MessageQuery query;
    private final Sql.RowReader<String> tokens;
    private final int scan;
    private final List<MessageSummary> found = new ArrayList<>();
    private @Nullable String last;
    private @Nullable String next;

    /** @param tokens reads the token of the page that follows a row */
    public MessagePageFiller(MessageQuery query, boolean needsLooking, Sql.RowReader<String> tokens) {
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
        access.run("read a page", connection -> sql.query(connection, values, rows -> fill(rows, reader)));
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
        values.put("type", filter.type());
        values.put("reason", filter.reasonContains());
        if (filter.changedBefore() != null) {
            values.put("changed_before", filter.changedBefore().toString());
            values.put("changed_before_micros", ChronoUnit.MICROS.between(Instant.EPOCH, filter.changedBefore()));
        }
    }

    private int fill(ResultSet row, AdminRowReader reader) throws SQLException {
        boolean looksFurther = false;
        while (row.next()) {
            if (row.getBoolean("matching") && found.size() == query.limit()) {
                next = last;
                return found.size();
            }
            if (row.getBoolean("matching")) {
                found.add(reader.summary(row, query.state()));
            }
            last = tokens.read(row);
            looksFurther = row.getInt("total") >= scan;
        }
        next = looksFurther ? last : null;
        return found.size();
    }
}
