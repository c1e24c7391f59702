package dev.signalbox.testkit.memory;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.log.Stretch;
import dev.signalbox.core.log.Wanted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** One look at an {@link InMemoryLog}. */
final class InMemoryReader {
    private final InMemoryLog log;
    private final Reach reach;
    private final EventLog.Limits limits;
    private int messages;
    private long bytes;

    InMemoryReader(InMemoryLog log, Reach reach, EventLog.Limits limits) {
        this.log = log;
        this.reach = reach;
        this.limits = limits;
    }

    private boolean take(LogEvent event) {
        long size = event.payload().size();
        if (messages == limits.messages() || (messages > 0 && bytes + size > limits.bytes())) {
            return false;
        }
        messages++;
        bytes += size;
        return true;
    }

    /** Reads on, whatever the topic. */
    Stretch stretch() {
        long xmin = Math.max(log.xmin(), reach.xid());
        List<LogEvent> unread = log.committed().headMap(reach.head(), true).values().stream()
                .filter(event -> !reach.contains(event.position(), event.xid()))
                .sorted(Comparator.comparingLong(LogEvent::xid).thenComparingLong(LogEvent::position))
                .toList();
        List<LogEvent> late = new ArrayList<>();
        Reach reached = reach;
        for (LogEvent event : unread) {
            if (event.xid() >= xmin) {
                // It may have been committed before something ahead was written, and must not come after it.
                return new Stretch(reach, late, List.of(), new Reach(reach.head(), xmin), false, true);
            }
            if (!take(event)) {
                return new Stretch(reach, late, List.of(), reached, true, false);
            }
            late.add(event);
            reached = new Reach(reach.head(), event.xid(), event.position());
        }
        return ahead(late, xmin);
    }

    private Stretch ahead(List<LogEvent> late, long xmin) {
        List<LogEvent> ahead = new ArrayList<>();
        long head = reach.head();
        for (LogEvent event : log.committed().tailMap(reach.head(), false).values()) {
            if (event.xid() >= xmin) {
                return new Stretch(reach, late, ahead, new Reach(head, xmin), false, true);
            }
            if (!take(event)) {
                return new Stretch(reach, late, ahead, new Reach(head, xmin), true, false);
            }
            ahead.add(event);
            head = event.position();
        }
        return new Stretch(reach, late, ahead, new Reach(head, xmin), false, false);
    }

    Reading.Sidings sidings(List<Wanted> wanted) {
        List<Reading.Sidings.Of> events = new ArrayList<>();
        Set<SidingKey> complete = new HashSet<>();
        for (Wanted want : wanted) {
            boolean all = true;
            for (LogEvent event : (Iterable<LogEvent>) found(want)::iterator) {
                all = take(event);
                if (!all) {
                    break;
                }
                events.add(new Reading.Sidings.Of(want.key(), event));
            }
            if (all && !isCut(want)) {
                complete.add(want.key());
            }
        }
        return new Reading.Sidings(events, complete);
    }

    private Stream<LogEvent> found(Wanted want) {
        Stream<LogEvent> single =
                want.positions().stream().filter(log.committed()::containsKey).map(log.committed()::get);
        return want.run() == null
                ? single
                : Stream.concat(single, run(want.run()).limit(want.run().limit()));
    }

    private boolean isCut(Wanted want) {
        return want.run() != null && run(want.run()).count() > want.run().limit();
    }

    private Stream<LogEvent> run(Wanted.Run run) {
        return log.committed().tailMap(run.from(), true).values().stream()
                .filter(event -> InMemoryLog.ofTheTopic(event) != null && reach.contains(event.position(), event.xid()))
                .filter(event -> run.group() == null || run.group().equals(event.group()));
    }
}
