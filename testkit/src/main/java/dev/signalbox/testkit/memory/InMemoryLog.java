package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.Parked;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Stretch;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.relay.SharedReader;
import dev.signalbox.testkit.log.LogFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An append-only log as PostgreSQL would keep it: positions and transaction numbers are taken in order, and events appear in
 * whatever order their transactions commit.
 */
public final class InMemoryLog implements LogFixture {
    static final String TOPIC = "wanted";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final NavigableMap<Long, LogEvent> committed = new TreeMap<>();
    private final NavigableSet<Long> open = new TreeSet<>();
    private final Set<Incarnation> live = new HashSet<>();
    private final InMemoryPair pair = new InMemoryPair(this);
    private SharedReader reader = newReader();
    private long nextPosition = 1;
    private long nextXid = 1;

    private SharedReader newReader() {
        return new SharedReader(this::read, new SharedReader.Settings(new EventLog.Limits(5, 1 << 20), 1 << 20, 1));
    }

    /** One look at the log, as a {@link dev.signalbox.core.log.LogReader} has it. */
    public Stretch read(Reach from, boolean exhausted, EventLog.Limits limits) {
        return exhausted && xmin() <= from.xid()
                ? new Stretch(from, List.of(), List.of(), from, false, !open.isEmpty())
                : new InMemoryReader(this, from, limits).stretch();
    }

    /** The event, if it is of the pair's topic. */
    public static @Nullable LogEvent ofTheTopic(LogEvent event) {
        return event.type().equals(TOPIC) ? event : null;
    }

    public SharedReader reader() {
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
            events.add(new LogEvent(position, xid, group, type, List.of(), payload, START.plusSeconds(position)));
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

    /** The lowest transaction that is open, or the next one: all below are over. */
    long xmin() {
        return open.isEmpty() ? nextXid : open.first();
    }

    NavigableMap<Long, LogEvent> committed() {
        return committed;
    }

    boolean isLive(Incarnation owner) {
        return live.contains(owner);
    }

    @Override
    public EventLog pair() {
        return pair;
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

    @Override
    public void moveTo(long position) {
        pair.moveTo(position);
    }

    @Override
    public void pause(boolean wanted) {
        pair.pause(wanted);
    }

    @Override
    public void replay(long position) {
        pair.replay(position);
    }

    @Override
    public Cursor cursor() {
        return pair.cursor();
    }

    @Override
    public List<Long> ahead() {
        return pair.ahead();
    }

    @Override
    public List<Parked> parked() {
        return pair.parked();
    }

    @Override
    public List<DeadLetter> deadLetters() {
        return pair.deadLetters();
    }

    @Override
    public void close() {}
}
