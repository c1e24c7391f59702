package dev.signalbox.postgres.log;

import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.DeferredGroupRead;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.EventLog.ReadResult.DeferredEvents;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.postgres.log.LogSql.FetchPart;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the events of deferred groups again, in one statement. */
record FetchDeferredGroups(LogContext log, FeedSettings settings, LargePayloadReader payloads) {
    private static final long READ_BYTES = 32L << 20;

    private static final int NUMBER = 1;
    private static final int IN_RANGE = 2;
    private static final int EVENT = 3;

    /** @param group null to read a single event */
    private record WantedEvents(
            int number, boolean range, long start, @Nullable String group, int limit) {}

    /** @param event null if it was left out for its size */
    private record FetchedEvent(
            int number, boolean inRange, @Nullable LogEvent event) {}

    /** Returns null if another server than that of this node's lease answers. */
    @Nullable
    ReadResult fetch(ReadPosition position, List<DeferredGroupRead> reads, EventLog.Limits limits)
            throws SourceException {
        Set<FetchPart> parts = settings.grouping().tag() == null ? Set.of() : Set.of(FetchPart.BY_TAG);
        LogSql sql = log.sql();
        Sql statement = sql.get(LogSql.FETCH, parts);
        Map<String, @Nullable Object> values = values(position, wanted(reads, limits));
        Optional<List<FetchedEvent>> fetched =
                log.statements.read("read again", connection -> read(sql, statement, values, connection));
        return fetched.isEmpty() ? null : choose(reads, fetched.get(), limits);
    }

    private Optional<List<FetchedEvent>> read(
            LogSql sql, Sql statement, Map<String, @Nullable Object> values, Connection connection)
            throws SQLException {
        HeaderColumns headers = sql.inspection().headers();
        return Transactions.run(connection, _ -> {
            String server = sql.feed(LogSql.FeedStatement.BEGIN_FETCH)
                    .one(connection, Map.of(), row -> row.getString("server"));
            if (!log.states.isOurServer(server)) {
                return Optional.empty();
            }
            return Optional.of(statement.list(
                    connection,
                    values,
                    row -> new FetchedEvent(
                            row.getInt(NUMBER),
                            row.getBoolean(IN_RANGE),
                            EventRowReader.isLeftOut(row, EVENT)
                                    ? null
                                    : settings.grouping().of(EventRowReader.event(row, EVENT, headers)))));
        });
    }

    private static List<WantedEvents> wanted(List<DeferredGroupRead> reads, EventLog.Limits limits) {
        List<WantedEvents> wanted = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            for (long position : reads.get(i).positions()) {
                wanted.add(new WantedEvents(i, false, position, null, 1));
            }
            DeferredGroupRead.PositionRange range = reads.get(i).range();
            if (range != null) {
                int limit = Math.min(range.limit(), limits.messages());
                wanted.add(new WantedEvents(i, true, range.from(), range.group(), limit));
            }
        }
        return wanted;
    }

    private Map<String, @Nullable Object> values(ReadPosition position, List<WantedEvents> wanted) {
        int most = wanted.stream().mapToInt(WantedEvents::limit).sum();
        Map<String, @Nullable Object> values = new HashMap<>(settings.topicValues());
        values.put("head", position.head());
        values.put("xid", position.xid());
        values.put("offset", position.offset());
        values.put("group_key", settings.grouping().tag());
        values.put("numbers", wanted.stream().map(WantedEvents::number).toArray(Integer[]::new));
        values.put("ranges", texts(wanted, it -> String.valueOf(it.range())));
        values.put("starts", wanted.stream().map(WantedEvents::start).toArray(Long[]::new));
        values.put("groups", texts(wanted, WantedEvents::group));
        values.put("limits", wanted.stream().map(WantedEvents::limit).toArray(Integer[]::new));
        values.put("inline", Math.min(log.table.maxPayloadBytes(), READ_BYTES / Math.max(1, most)));
        return values;
    }

    private static @Nullable String[] texts(List<WantedEvents> wanted, Function<WantedEvents, @Nullable String> part) {
        return wanted.stream().map(part).toArray(String[]::new);
    }

    private ReadResult choose(List<DeferredGroupRead> reads, List<FetchedEvent> fetched, EventLog.Limits limits)
            throws SourceException {
        List<LogEvent> taken = new ArrayList<>();
        List<DeferredGroupKey> keys = new ArrayList<>();
        Set<DeferredGroupKey> complete = new HashSet<>();
        long bytes = 0;
        boolean full = false;
        int next = 0;
        for (int i = 0; i < reads.size(); i++) {
            DeferredGroupRead.PositionRange range = reads.get(i).range();
            int inRange = 0;
            boolean all = true;
            for (; next < fetched.size() && fetched.get(next).number() == i; next++) {
                FetchedEvent each = fetched.get(next);
                LogEvent event = each.event();
                long size = event == null ? 0 : event.payload().size() + event.textBytes();
                full |= event == null
                        || taken.size() == limits.messages()
                        || (!taken.isEmpty() && bytes + size > limits.bytes());
                boolean beyond = each.inRange() && range != null && inRange == range.limit();
                all &= !full && !beyond;
                if (all && event != null) {
                    bytes += size;
                    inRange += each.inRange() ? 1 : 0;
                    taken.add(event);
                    keys.add(reads.get(i).key());
                }
            }
            if (all) {
                complete.add(reads.get(i).key());
            }
        }
        List<LogEvent> filled = payloads.fill(taken);
        List<DeferredEvents.DeferredEvent> events = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            events.add(new DeferredEvents.DeferredEvent(keys.get(i), filled.get(i)));
        }
        return new DeferredEvents(events, complete);
    }
}
