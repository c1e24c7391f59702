package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.EventAdmin.EventPage;
import dev.signalbox.core.admin.EventAdmin.EventQuery;
import dev.signalbox.core.admin.EventAdmin.OutboxEvent;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.admin.AdminTemplates.EventsPart;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Searches a table by columns that may lack an index, and gives up after a short time. */
final class EventSearch {
    private static final Duration WITHIN = Duration.ofSeconds(5);

    private final OutboxAdminAccess access;
    private final AdminRowReader reader;
    private final OutboxLayout.StatusWords words;
    private final String relay;

    EventSearch(OutboxAdminAccess access, OutboxLayout.StatusWords words, String relay) {
        this.access = access;
        this.reader = new AdminRowReader(access.dialect());
        this.words = words;
        this.relay = relay;
    }

    EventPage search(EventQuery query) throws SourceException, RefusedException {
        Map<String, @Nullable Object> values = values(query);
        Set<EventsPart> parts = parts(query.filter());
        Map<String, String> order =
                Map.of("sort", sorted(query.sort()), "direction", query.descending() ? "DESC" : "ASC");
        if (parts.contains(EventsPart.AGGREGATE_TYPE)) {
            needAggregateType();
        }
        Sql page = access.sql(access.dialect().templates().events(), order, parts);
        Sql count = access.sql(access.dialect().templates().countEvents(), Map.of(), parts);
        try {
            return access.run(
                    "search the events",
                    connection -> Transactions.run(connection, it -> {
                        access.dialect().allowLongRead(it, WITHIN);
                        List<OutboxEvent> events = read(it, page, values, this::event);
                        int total = read(it, count, values, row -> row.getInt("total"))
                                .getFirst();
                        return new EventPage(events, Math.min(total, EventQuery.DEEPEST), total > EventQuery.DEEPEST);
                    }));
        } catch (SourceException e) {
            return switch (access.kindOf(e)) {
                case NO_SUCH_VALUE -> new EventPage(List.of(), 0, false);
                case OUT_OF_TIME ->
                    throw new RefusedException("The search took longer than " + WITHIN.toSeconds()
                            + " s. pendingOnly=true is found by an index; for the rest, index the column of "
                            + access.table() + " that you search or sort by.");
                case NOT_ALLOWED, TABLE_MISSING, OTHER -> throw e;
            };
        }
    }

    private Map<String, @Nullable Object> values(EventQuery query) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("relay", relay);
        values.put("type", query.filter().eventType());
        values.put("aggregate_type", query.filter().aggregateType());
        values.put("group", query.filter().aggregateId());
        values.put("size", query.size());
        values.put("offset", query.offset());
        values.put("shown", MessageFinder.SHOWN);
        values.put("most", EventQuery.DEEPEST + 1);
        return values;
    }

    private static Set<EventsPart> parts(EventQuery.Filter filter) {
        return PartSelection.of(EventsPart.class)
                .with(EventsPart.PENDING, filter.pendingOnly())
                .with(EventsPart.TYPE, filter.eventType() != null)
                .with(EventsPart.AGGREGATE_TYPE, filter.aggregateType() != null)
                .with(EventsPart.GROUP, filter.aggregateId() != null)
                .parts();
    }

    /** The column name comes from this list, never from the request. */
    private String sorted(EventQuery.Sort sort) throws SourceException, RefusedException {
        if (sort == EventQuery.Sort.AGGREGATE_TYPE) {
            needAggregateType();
            return access.named("aggregate_type");
        }
        return "t."
                + access.named(
                        switch (sort) {
                            case ID -> "id";
                            case AGGREGATE_ID -> "group";
                            case EVENT_TYPE -> "type";
                            case CREATED_AT -> "created_at";
                            case SENT_AT -> "processed_at";
                            case IN_PROGRESS_UNTIL -> "held_until";
                            case AGGREGATE_TYPE -> throw new IllegalStateException("handled above");
                        });
    }

    private void needAggregateType() throws SourceException, RefusedException {
        if (access.named("aggregate_type").equals("NULL")) {
            throw new RefusedException("Table " + access.table() + " has no column for aggregateType.");
        }
    }

    private static <T> List<T> read(
            Connection connection, Sql sql, Map<String, @Nullable Object> values, Sql.RowReader<T> reader)
            throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement statement = sql.prepare(connection, values)) {
            statement.setQueryTimeout((int) WITHIN.toSeconds());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(reader.read(row));
                }
            }
        }
        return found;
    }

    private OutboxEvent event(ResultSet row) throws SQLException {
        return new OutboxEvent(
                row.getString("id"),
                row.getBoolean("numbered"),
                row.getString("aggregate_type"),
                row.getString("grp"),
                row.getString("type"),
                row.getString("correlation_id"),
                AdminRowReader.payload(row),
                reader.moment(row, "created"),
                reader.moment(row, "sent"),
                reader.moment(row, "held_until"),
                AdminRowReader.state(words, row.getString("status")).orElse(MessageState.COMPLETED),
                row.getInt("attempts"),
                row.getString("error"));
    }
}
