package dev.signalbox.testkit.memory;

import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.DeferredGroupRead;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogSegment;
import dev.signalbox.core.log.ReadPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A snapshot of an {@link InMemoryLog}. */
final class InMemoryLogReader {
    private final InMemoryFeed log;
    private final ReadPosition readPosition;
    private final EventLog.Limits limits;
    private int messages;
    private long bytes;

    InMemoryLogReader(InMemoryFeed log, ReadPosition readPosition, EventLog.Limits limits) {
        this.log = log;
        this.readPosition = readPosition;
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

    /** Reads on, for all topics. */
    LogSegment segment() {
        long xmin = Math.max(log.xmin(), readPosition.xid());
        List<LogEvent> unread = log.committed().headMap(readPosition.head(), true).values().stream()
                .filter(event -> !readPosition.contains(event.position(), event.xid()))
                .sorted(Comparator.comparingLong(LogEvent::xid).thenComparingLong(LogEvent::position))
                .toList();
        List<LogEvent> late = new ArrayList<>();
        ReadPosition reached = readPosition;
        for (LogEvent event : unread) {
            if (event.xid() >= xmin) {
                // It may have been committed before a later position was written, and must not come after it.
                return new LogSegment(
                        readPosition, late, List.of(), new ReadPosition(readPosition.head(), xmin), false, true);
            }
            if (!take(event)) {
                return new LogSegment(readPosition, late, List.of(), reached, true, false);
            }
            late.add(event);
            reached = new ReadPosition(readPosition.head(), event.xid(), event.position());
        }
        return ahead(late, xmin);
    }

    private LogSegment ahead(List<LogEvent> late, long xmin) {
        List<LogEvent> ahead = new ArrayList<>();
        long head = readPosition.head();
        for (LogEvent event :
                log.committed().tailMap(readPosition.head(), false).values()) {
            if (event.xid() >= xmin) {
                return new LogSegment(readPosition, late, ahead, new ReadPosition(head, xmin), false, true);
            }
            if (!take(event)) {
                return new LogSegment(readPosition, late, ahead, new ReadPosition(head, xmin), true, false);
            }
            ahead.add(event);
            head = event.position();
        }
        return new LogSegment(readPosition, late, ahead, new ReadPosition(head, xmin), false, false);
    }

    ReadResult.DeferredEvents deferredEvents(List<DeferredGroupRead> deferredGroupReads) {
        List<ReadResult.DeferredEvents.DeferredEvent> events = new ArrayList<>();
        Set<DeferredGroupKey> complete = new HashSet<>();
        for (DeferredGroupRead want : deferredGroupReads) {
            boolean all = true;
            for (LogEvent event : (Iterable<LogEvent>) found(want)::iterator) {
                all = take(event);
                if (!all) {
                    break;
                }
                events.add(new ReadResult.DeferredEvents.DeferredEvent(want.key(), event));
            }
            if (all && !isCut(want)) {
                complete.add(want.key());
            }
        }
        return new ReadResult.DeferredEvents(events, complete);
    }

    private Stream<LogEvent> found(DeferredGroupRead want) {
        Stream<LogEvent> single =
                want.positions().stream().filter(log.committed()::containsKey).map(log.committed()::get);
        return want.range() == null
                ? single
                : Stream.concat(single, run(want.range()).limit(want.range().limit()));
    }

    private boolean isCut(DeferredGroupRead want) {
        return want.range() != null && run(want.range()).count() > want.range().limit();
    }

    private Stream<LogEvent> run(DeferredGroupRead.PositionRange positionRange) {
        return log.committed().tailMap(positionRange.from(), true).values().stream()
                .filter(event ->
                        InMemoryLog.ofTheTopic(event) != null && readPosition.contains(event.position(), event.xid()))
                .filter(event ->
                        positionRange.group() == null || positionRange.group().equals(event.group()));
    }
}
