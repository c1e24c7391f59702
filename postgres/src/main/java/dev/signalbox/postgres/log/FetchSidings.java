package dev.signalbox.postgres.log;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.log.Wanted;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Sql;
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

/** Reads again what waits on sidings, in one statement. */
final class FetchSidings {
    /** Contents of all of them together. */
    private static final long READ_BYTES = 32L << 20;

    private static final int NUMBER = 1;
    private static final int IS_RUN = 2;
    private static final int EVENT = 3;

    private final LogAccess access;
    private final PairSettings settings;
    private final Contents contents;

    private record Found(int number, boolean ofRun, LogEvent event) {}

    FetchSidings(LogAccess access, PairSettings settings, Contents contents) {
        this.access = access;
        this.settings = settings;
        this.contents = contents;
    }

    Reading fetch(Reach reach, List<Wanted> wanted, EventLog.Limits limits) throws SourceException {
        Sql statement = settings.grouping().tag() == null
                ? access.sql().get("fetch")
                : access.sql().get("fetch", "by_tag");
        Map<String, @Nullable Object> values = values(reach, wanted, limits);
        HeaderColumns headers = access.sql().headers();
        List<Found> found =
                access.statements().read("read again", connection -> read(statement, values, headers, connection));
        return choose(wanted, found, limits);
    }

    /** A group's events are best found by the index on tags, which our sessions do not use unless they are told to. */
    private List<Found> read(
            Sql statement, Map<String, @Nullable Object> values, HeaderColumns headers, Connection connection)
            throws SQLException {
        List<Found> found = new ArrayList<>();
        connection.setAutoCommit(false);
        try {
            try (Statement plan = connection.createStatement()) {
                plan.execute("SET LOCAL enable_bitmapscan = on");
            }
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    LogEvent event = EventRows.event(rows, EVENT, headers);
                    found.add(new Found(
                            rows.getInt(NUMBER),
                            rows.getBoolean(IS_RUN),
                            settings.grouping().of(event)));
                }
            }
            connection.commit();
            return found;
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(true);
            }
        }
    }

    private Map<String, @Nullable Object> values(Reach reach, List<Wanted> wanted, EventLog.Limits limits) {
        List<Integer> numbers = new ArrayList<>();
        List<String> runs = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        List<@Nullable String> groups = new ArrayList<>();
        List<Integer> mosts = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < wanted.size(); i++) {
            for (long position : wanted.get(i).positions()) {
                numbers.add(i);
                runs.add("false");
                starts.add(position);
                groups.add(null);
                mosts.add(1);
                most++;
            }
            Wanted.Run run = wanted.get(i).run();
            if (run != null) {
                int limit = Math.min(run.limit(), limits.messages());
                numbers.add(i);
                runs.add("true");
                starts.add(run.from());
                groups.add(run.group());
                mosts.add(limit);
                most += limit;
            }
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("numbers", numbers.toArray(Integer[]::new));
        values.put("runs", runs.toArray(String[]::new));
        values.put("starts", starts.toArray(Long[]::new));
        values.put("groups", groups.toArray(String[]::new));
        values.put("limits", mosts.toArray(Integer[]::new));
        values.put("head", reach.head());
        values.put("xid", reach.xid());
        values.put("offset", reach.offset());
        values.put("inline", Math.min(access.maxPayloadBytes(), READ_BYTES / Math.max(1, most)));
        values.put("group_key", settings.grouping().tag());
        values.putAll(settings.topicValues());
        return values;
    }

    private Reading choose(List<Wanted> wanted, List<Found> found, EventLog.Limits limits) throws SourceException {
        List<Found> taken = new ArrayList<>();
        Set<SidingKey> complete = new HashSet<>();
        long bytes = 0;
        boolean full = false;
        int next = 0;
        for (int i = 0; i < wanted.size(); i++) {
            Wanted.Run run = wanted.get(i).run();
            int ofRun = 0;
            boolean all = true;
            for (; next < found.size() && found.get(next).number() == i; next++) {
                Found each = found.get(next);
                long size = each.event().payload().size();
                full |= taken.size() == limits.messages() || (!taken.isEmpty() && bytes + size > limits.bytes());
                boolean beyond = each.ofRun() && run != null && ofRun == run.limit();
                all &= !full && !beyond;
                if (all) {
                    bytes += size;
                    ofRun += each.ofRun() ? 1 : 0;
                    taken.add(each);
                }
            }
            if (all) {
                complete.add(wanted.get(i).key());
            }
        }
        List<LogEvent> filled = contents.fill(taken.stream().map(Found::event).toList());
        List<Reading.Sidings.Of> events = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            events.add(new Reading.Sidings.Of(wanted.get(taken.get(i).number()).key(), filled.get(i)));
        }
        return new Reading.Sidings(events, complete);
    }
}
