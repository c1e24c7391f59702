package dev.signalbox.postgres.log;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogReader;
import dev.signalbox.core.log.LogSegment;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a log segment in one statement, and so in one snapshot. */
final class ReadLogSegment implements LogReader {
    /** The payload limit of one read; larger payloads are read when their events are handed out. */
    private static final long READ_BYTES = 32L << 20;

    private static final int KIND = 1;
    private static final int EVENT = 2;
    private static final int XID = 2;
    private static final int POSITION = 3;
    private static final int TYPE = 4;
    private static final int TAGS = 5;
    private static final int SIZE = 7;

    private static final int HEADER = 0;
    private static final int PAIR = 1;
    private static final int LATE = 2;

    private final LogContext access;

    ReadLogSegment(LogContext access) {
        this.access = access;
    }

    @Override
    public LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) throws SourceException {
        Sql statement = access.sql().get(LogTemplates.READ);
        HeaderColumns headers = access.sql().headers();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("log", access.name());
        LastSeenFeedStates.StateRead stateRead = access.states().look();
        values.put("owners", stateRead.owners().toArray(String[]::new));
        values.put("foreign", access.horizon().foreign());
        values.put("exhausted", exhausted);
        boolean looksForReplays = access.replays().isDue();
        values.put("replays", looksForReplays);
        values.put("head", from.head());
        values.put("xid", from.xid());
        values.put("offset", from.offset());
        values.put("most", limits.messages());
        values.put("inline", Math.min(access.maxPayloadBytes(), READ_BYTES / limits.messages()));
        return access.statements().read("read on", connection -> {
            SegmentBuilder segmentBuilder = new SegmentBuilder(from, limits, headers);
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    segmentBuilder.take(rows, access.states(), stateRead);
                }
            }
            if (looksForReplays) {
                access.replays().saw(segmentBuilder.replays);
            }
            return segmentBuilder.finish(access.horizon(), connection);
        });
    }

    /** Collects the rows of the result. */
    private static final class SegmentBuilder {
        private final ReadPosition from;
        private final EventLog.Limits limits;
        private final HeaderColumns headers;
        private final List<LogEvent> late = new ArrayList<>();
        private final List<LogEvent> ahead = new ArrayList<>();
        private final List<FeedKey> replays = new ArrayList<>();
        private long safe;
        private long next;
        private long bytes;
        private boolean lateCut;
        private boolean cut;
        private boolean unsafe;
        private boolean blocked;
        private boolean worthwhile;

        SegmentBuilder(ReadPosition from, EventLog.Limits limits, HeaderColumns headers) {
            this.from = from;
            this.limits = limits;
            this.headers = headers;
        }

        void take(ResultSet rows, LastSeenFeedStates states, LastSeenFeedStates.StateRead stateRead)
                throws SQLException {
            switch (rows.getInt(KIND)) {
                case HEADER -> {
                    safe = rows.getLong(XID);
                    next = rows.getLong(POSITION);
                    blocked = rows.getInt(SIZE) > 0;
                    worthwhile = rows.getInt(SIZE) >= 0;
                    states.sawLive(stateRead, EventRowReader.texts(rows, TAGS));
                }
                case PAIR -> sawFeed(rows, states, stateRead);
                case LATE -> lateCut |= !takeEvent(rows, late);
                default -> takeAhead(rows);
            }
        }

        private void sawFeed(ResultSet rows, LastSeenFeedStates states, LastSeenFeedStates.StateRead stateRead)
                throws SQLException {
            String[] words = (String[]) rows.getArray(TAGS).getArray();
            FeedKey pair = new FeedKey(rows.getString(TYPE), words[1]);
            if (words[3] != null) {
                replays.add(pair);
            }
            states.saw(
                    stateRead,
                    pair,
                    new LastSeenFeedStates.FeedStateRow(
                            Long.parseLong(words[0]),
                            rows.getLong(SIZE),
                            rows.getObject(POSITION, Long.class),
                            words[2]));
        }

        private void takeAhead(ResultSet rows) throws SQLException {
            unsafe |= rows.getLong(XID) >= safe;
            if (!unsafe && !cut) {
                cut = lateCut || !takeEvent(rows, ahead);
            }
        }

        private boolean takeEvent(ResultSet rows, List<LogEvent> events) throws SQLException {
            boolean first = late.isEmpty() && ahead.isEmpty();
            boolean full =
                    lateCut || late.size() + ahead.size() >= limits.messages() || (!first && bytes >= limits.bytes());
            if (full) {
                return false;
            }
            LogEvent event = EventRowReader.event(rows, EVENT, headers);
            bytes += event.payload().bytes().length;
            events.add(event);
            return true;
        }

        /** Whether an open transaction may still write. Whether events wait for it is not looked up each time. */
        private boolean isHeldBack() {
            return safe < next && (unsafe || blocked || !worthwhile);
        }

        LogSegment finish(HorizonWatch watch, Connection connection) throws SQLException {
            watch.observe(safe, next, connection);
            if (from.xid() > next) {
                // This is another server than the one of this read position.
                return new LogSegment(from, List.of(), List.of(), new ReadPosition(from.head(), next), false, false);
            }
            if (lateCut) {
                LogEvent last = late.getLast();
                return new LogSegment(
                        from, late, List.of(), new ReadPosition(from.head(), last.xid(), last.position()), true, false);
            }
            long head = ahead.isEmpty() ? from.head() : ahead.getLast().position();
            return new LogSegment(from, late, ahead, new ReadPosition(head, safe), cut, isHeldBack());
        }
    }
}
