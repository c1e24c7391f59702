package dev.signalbox.postgres.log;

import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRead;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.ReadResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LogTemplates.FetchPart;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the events of deferred groups again, in one statement. */
final class FetchDeferredGroups {
    /** The payload limit of all groups together. */
    private static final long READ_BYTES = 32L << 20;

    private static final int NUMBER = 1;
    private static final int IS_RUN = 2;
    private static final int EVENT = 3;

    private final LogContext access;
    private final FeedSettings settings;
    private final LargePayloadReader largePayloadReader;

    private record FetchedEvent(int number, boolean ofRun, LogEvent event) {}

    FetchDeferredGroups(LogContext access, FeedSettings settings, LargePayloadReader largePayloadReader) {
        this.access = access;
        this.settings = settings;
        this.largePayloadReader = largePayloadReader;
    }

    ReadResult fetch(ReadPosition readPosition, List<DeferredGroupRead> deferredGroupRead, EventLog.Limits limits)
            throws SourceException {
        Set<FetchPart> parts = settings.grouping().tag() == null ? Set.of() : Set.of(FetchPart.BY_TAG);
        Sql statement = access.sql().get(LogTemplates.FETCH, parts);
        Map<String, @Nullable Object> values = values(readPosition, deferredGroupRead, limits);
        HeaderColumns headers = access.sql().headers();
        List<FetchedEvent> fetchedEvent =
                access.statements().read("read again", connection -> read(statement, values, headers, connection));
        return choose(deferredGroupRead, fetchedEvent, limits);
    }

    /** The tag index finds a group's events best, but the planner settings of our sessions would avoid it. */
    private List<FetchedEvent> read(
            Sql statement, Map<String, @Nullable Object> values, HeaderColumns headers, Connection connection)
            throws SQLException {
        List<FetchedEvent> fetchedEvent = new ArrayList<>();
        connection.setAutoCommit(false);
        try {
            try (Statement plan = connection.createStatement()) {
                plan.execute("SET LOCAL enable_bitmapscan = on");
            }
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    LogEvent event = EventRowReader.event(rows, EVENT, headers);
                    fetchedEvent.add(new FetchedEvent(
                            rows.getInt(NUMBER),
                            rows.getBoolean(IS_RUN),
                            settings.grouping().of(event)));
                }
            }
            connection.commit();
            return fetchedEvent;
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(true);
            }
        }
    }

    private Map<String, @Nullable Object> values(
            ReadPosition readPosition, List<DeferredGroupRead> deferredGroupRead, EventLog.Limits limits) {
        List<Integer> numbers = new ArrayList<>();
        List<String> runs = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        List<@Nullable String> groups = new ArrayList<>();
        List<Integer> mosts = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < deferredGroupRead.size(); i++) {
            for (long position : deferredGroupRead.get(i).positions()) {
                numbers.add(i);
                runs.add("false");
                starts.add(position);
                groups.add(null);
                mosts.add(1);
                most++;
            }
            DeferredGroupRead.PositionRange positionRange =
                    deferredGroupRead.get(i).range();
            if (positionRange != null) {
                int limit = Math.min(positionRange.limit(), limits.messages());
                numbers.add(i);
                runs.add("true");
                starts.add(positionRange.from());
                groups.add(positionRange.group());
                mosts.add(limit);
                most += limit;
            }
        }
        Map<String, @Nullable Object> values = feedValues(readPosition);
        values.put("numbers", numbers.toArray(Integer[]::new));
        values.put("runs", runs.toArray(String[]::new));
        values.put("starts", starts.toArray(Long[]::new));
        values.put("groups", groups.toArray(String[]::new));
        values.put("limits", mosts.toArray(Integer[]::new));
        values.put("inline", Math.min(access.maxPayloadBytes(), READ_BYTES / Math.max(1, most)));
        return values;
    }

    private Map<String, @Nullable Object> feedValues(ReadPosition readPosition) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("head", readPosition.head());
        values.put("xid", readPosition.xid());
        values.put("offset", readPosition.offset());
        values.put("group_key", settings.grouping().tag());
        values.putAll(settings.topicValues());
        return values;
    }

    private ReadResult choose(
            List<DeferredGroupRead> deferredGroupRead, List<FetchedEvent> fetchedEvent, EventLog.Limits limits)
            throws SourceException {
        List<FetchedEvent> taken = new ArrayList<>();
        Set<DeferredGroupKey> complete = new HashSet<>();
        long bytes = 0;
        boolean full = false;
        int next = 0;
        for (int i = 0; i < deferredGroupRead.size(); i++) {
            DeferredGroupRead.PositionRange positionRange =
                    deferredGroupRead.get(i).range();
            int ofRun = 0;
            boolean all = true;
            for (; next < fetchedEvent.size() && fetchedEvent.get(next).number() == i; next++) {
                FetchedEvent each = fetchedEvent.get(next);
                long size = each.event().payload().size();
                full |= taken.size() == limits.messages() || (!taken.isEmpty() && bytes + size > limits.bytes());
                boolean beyond = each.ofRun() && positionRange != null && ofRun == positionRange.limit();
                all &= !full && !beyond;
                if (all) {
                    bytes += size;
                    ofRun += each.ofRun() ? 1 : 0;
                    taken.add(each);
                }
            }
            if (all) {
                complete.add(deferredGroupRead.get(i).key());
            }
        }
        List<LogEvent> filled =
                largePayloadReader.fill(taken.stream().map(FetchedEvent::event).toList());
        List<ReadResult.DeferredEvents.DeferredEvent> events = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            events.add(new ReadResult.DeferredEvents.DeferredEvent(
                    deferredGroupRead.get(taken.get(i).number()).key(), filled.get(i)));
        }
        return new ReadResult.DeferredEvents(events, complete);
    }
}
