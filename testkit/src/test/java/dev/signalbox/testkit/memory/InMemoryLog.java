package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogSegment;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.message.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An append-only log with PostgreSQL's semantics: positions and transaction numbers are taken in order, and events
 * appear in the order in which their transactions commit.
 */
public final class InMemoryLog extends InMemoryFeed {
    static final String TOPIC = "wanted";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final NavigableMap<Long, LogEvent> committed = new TreeMap<>();
    private final NavigableSet<Long> open = new TreeSet<>();
    private final Set<Incarnation> live = new HashSet<>();
    private SharedLogReader reader = newReader();
    private long nextPosition = 1;
    private long nextXid = 1;

    private SharedLogReader newReader() {
        return new SharedLogReader(
                this::read, new SharedLogReader.Settings(new EventLog.Limits(5, 1 << 20), 1 << 20, 1), _ -> {});
    }

    /** A snapshot of the log, as a {@link dev.signalbox.core.log.reader.SharedLogReader.LogReader} sees it. */
    public LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) {
        return exhausted && xmin() <= from.xid()
                ? new LogSegment(from, List.of(), List.of(), from, false, !open.isEmpty())
                : new InMemoryLogReader(this, from, limits).segment();
    }

    /** The event, if it is of the feed's topic. */
    public static @Nullable LogEvent ofTheTopic(LogEvent event) {
        return event.type().equals(TOPIC) ? event : null;
    }

    @Override
    public SharedLogReader reader() {
        return reader;
    }

    private final class Transaction implements Writer {
        private long xid;
        private final List<LogEvent> events = new ArrayList<>();

        @Override
        public void takeXid() {
            if (xid == 0) {
                xid = nextXid++;
                open.add(xid);
            }
        }

        @Override
        public long append(@Nullable String group) {
            long position = takePosition();
            appendAt(position, group);
            return position;
        }

        @Override
        public void appendAt(long position, @Nullable String group) {
            add(position, group, TOPIC);
        }

        @Override
        public void appendOther() {
            add(takePosition(), null, "other");
        }

        private void add(long position, @Nullable String group, String type) {
            takeXid();
            Payload payload = Payload.of("{\"n\":" + position + "}");
            events.add(new LogEvent(
                    position, xid, group, type, List.of(), payload, START.plusSeconds(position), Map.of()));
        }

        @Override
        public void commit() {
            open.remove(xid);
            events.forEach(event -> committed.put(event.position(), event));
        }

        @Override
        public void rollBack() {
            open.remove(xid);
        }
    }

    @Override
    public Writer begin() {
        return new Transaction();
    }

    @Override
    public long takePosition() {
        return nextPosition++;
    }

    @Override
    long xmin() {
        return open.isEmpty() ? nextXid : open.first();
    }

    @Override
    NavigableMap<Long, LogEvent> committed() {
        return committed;
    }

    @Override
    boolean isLive(Incarnation owner) {
        return live.contains(owner);
    }

    @Override
    public Incarnation join(String name) {
        // It is another node, with a reader of its own.
        reader = newReader();
        Incarnation incarnation = new Incarnation(name);
        live.add(incarnation);
        return incarnation;
    }

    @Override
    public void fence(Incarnation incarnation) {
        live.remove(incarnation);
    }
}
