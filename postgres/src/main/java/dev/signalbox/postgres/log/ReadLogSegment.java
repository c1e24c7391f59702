package dev.signalbox.postgres.log;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogSegment;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.reader.SharedLogReader.LogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LastSeenFeedStates.FeedStateRow;
import dev.signalbox.postgres.log.LastSeenFeedStates.StateRead;
import dev.signalbox.postgres.log.LogSql.ReadPart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a log segment in one statement, and so in one snapshot. */
record ReadLogSegment(LogContext log) implements LogReader {
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
    private static final int FEED = 1;
    private static final int LATE = 2;

    @Override
    public LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) throws SourceException {
        Optional<LogSegment> segment = read(from, exhausted, limits, log.isNextReadMeasured());
        if (segment.isPresent()) {
            return segment.get();
        }
        log.metLargeRow();
        return read(from, exhausted, limits, true).orElseThrow();
    }

    /** @return empty if a row was left out that has to be measured */
    private Optional<LogSegment> read(ReadPosition from, boolean exhausted, EventLog.Limits limits, boolean measured)
            throws SourceException {
        Sql statement = log.sql()
                .get(
                        LogSql.READ,
                        PartSelection.of(ReadPart.class)
                                .with(ReadPart.MEASURED, measured)
                                .parts());
        HeaderColumns headers = log.sql().inspection().headers();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("log", log.name);
        StateRead state = log.states.begin();
        values.put("owners", state.owners().toArray(String[]::new));
        values.put("foreign", log.horizon.foreign());
        values.put("exhausted", exhausted);
        boolean looksForReplays = log.states.isReplayLookupDue();
        values.put("replays", looksForReplays);
        values.put("head", from.head());
        values.put("xid", from.xid());
        values.put("offset", from.offset());
        values.put("most", limits.messages());
        values.put("inline", Math.min(log.table.maxPayloadBytes(), READ_BYTES / limits.messages()));
        return log.statements.read("read on", connection -> {
            SegmentBuilder segment = new SegmentBuilder(from, limits, headers, state);
            statement.each(connection, values, segment::take);
            if (looksForReplays) {
                log.states.sawReplays(segment.replays);
            }
            return segment.hasLeftOut && !measured ? Optional.empty() : Optional.of(segment.finish(connection));
        });
    }

    private final class SegmentBuilder {
        private final ReadPosition from;
        private final EventLog.Limits limits;
        private final HeaderColumns headers;
        private final StateRead state;
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
        private boolean elsewhere;
        private boolean hasLeftOut;

        SegmentBuilder(ReadPosition from, EventLog.Limits limits, HeaderColumns headers, StateRead state) {
            this.from = from;
            this.limits = limits;
            this.headers = headers;
            this.state = state;
        }

        void take(ResultSet rows) throws SQLException {
            switch (rows.getInt(KIND)) {
                case HEADER -> {
                    safe = rows.getLong(XID);
                    next = rows.getLong(POSITION);
                    blocked = rows.getInt(SIZE) > 0;
                    worthwhile = rows.getInt(SIZE) >= 0;
                    elsewhere = !log.states.isOurServer(rows.getString(TYPE));
                    log.states.sawLive(state, EventRowReader.texts(rows, TAGS));
                }
                case FEED -> sawFeed(rows);
                case LATE -> lateCut |= !takeEvent(rows, late);
                default -> takeAhead(rows);
            }
        }

        private void sawFeed(ResultSet rows) throws SQLException {
            String[] words = (String[]) rows.getArray(TAGS).getArray();
            FeedKey feed = new FeedKey(rows.getString(TYPE), words[1]);
            if (words[3] != null) {
                replays.add(feed);
            }
            Long lastPosition = rows.getObject(POSITION, Long.class);
            FeedStateRow row = new FeedStateRow(Long.parseLong(words[0]), rows.getLong(SIZE), lastPosition, words[2]);
            log.states.saw(state, feed, row);
        }

        private void takeAhead(ResultSet rows) throws SQLException {
            unsafe |= rows.getLong(XID) >= safe;
            if (!unsafe && !cut) {
                cut = lateCut || !takeEvent(rows, ahead);
            }
        }

        private boolean takeEvent(ResultSet rows, List<LogEvent> events) throws SQLException {
            boolean first = late.isEmpty() && ahead.isEmpty();
            boolean full = lateCut
                    || late.size() + ahead.size() >= limits.messages()
                    || (!first && bytes >= limits.bytes())
                    || isLeftOut(rows);
            if (full) {
                return false;
            }
            LogEvent event = EventRowReader.event(rows, EVENT, headers);
            bytes += event.heldBytes();
            events.add(event);
            return true;
        }

        private boolean isLeftOut(ResultSet rows) throws SQLException {
            boolean leftOut = EventRowReader.isLeftOut(rows, EVENT);
            hasLeftOut |= leftOut;
            return leftOut;
        }

        /** Whether an open transaction may still write. Whether events wait for it is not looked up each time. */
        private boolean isHeldBack() {
            return safe < next && (unsafe || blocked || !worthwhile);
        }

        LogSegment finish(Connection connection) throws SQLException {
            if (elsewhere) {
                // Serves no feed: each has to open its progress again, on the server that has its lease.
                return new LogSegment(from, List.of(), List.of(), from, true, false);
            }
            log.horizon.observe(safe, next, connection);
            if (from.xid() > next) {
                // This is another server than the one of this read position.
                return new LogSegment(from, List.of(), List.of(), new ReadPosition(from.head(), next), false, false);
            }
            if (lateCut) {
                ReadPosition last = new ReadPosition(
                        from.head(), late.getLast().xid(), late.getLast().position());
                return new LogSegment(from, late, List.of(), last, true, false);
            }
            long head = ahead.isEmpty() ? from.head() : ahead.getLast().position();
            return new LogSegment(from, late, ahead, new ReadPosition(head, safe), cut, isHeldBack());
        }
    }
}
