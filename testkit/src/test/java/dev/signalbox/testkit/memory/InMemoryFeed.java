package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.log.LogFixture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A feed's progress, and what operators do to it; {@link InMemoryLog} adds the events. */
abstract class InMemoryFeed implements LogFixture, EventLog {
    private static final long START = 0;

    private final Map<DeferredGroupKey, DeferredGroupRow> deferredGroups = new LinkedHashMap<>();
    private final Map<Long, DeadLetter> deadLetters = new TreeMap<>();
    private final Set<Long> replays = new LinkedHashSet<>();
    private ProgressUpdate.FeedState feedState = new ProgressUpdate.FeedState(new Cursor(START, 0), List.of(), null);
    /** What operators see and may change. */
    private long lastPosition = START;

    private final InMemorySuspects suspects = new InMemorySuspects();
    private boolean paused;
    private long revision;

    /** The lowest open transaction, or the next one: all below have ended. */
    abstract long xmin();

    /** All committed events by position. */
    abstract NavigableMap<Long, LogEvent> committed();

    abstract boolean isLive(Incarnation owner);

    abstract SharedLogReader reader();

    @Override
    public EventLog feed() {
        return this;
    }

    private boolean isMoved() {
        return lastPosition != feedState.cursor().position();
    }

    @Override
    public OpenResult open(Incarnation owner) {
        if (!isLive(owner)) {
            return new OpenResult.Fenced();
        }
        if (isMoved()) {
            seek();
        }
        suspects.opened(owner, this::isLive);
        return new OpenResult.Opened(
                revision, 0, feedState, List.copyOf(deferredGroups.values()), suspects.snapshot(), xmin());
    }

    private void seek() {
        revision++;
        feedState = new ProgressUpdate.FeedState(new Cursor(lastPosition, xmin()), List.of(), null);
        for (DeferredGroupRow row : List.copyOf(deferredGroups.values())) {
            DeferredGroupRow rest = upTo(lastPosition, row);
            if (rest == null) {
                deferredGroups.remove(row.key());
            } else {
                deferredGroups.put(row.key(), rest);
            }
        }
    }

    private static @Nullable DeferredGroupRow upTo(long position, DeferredGroupRow row) {
        List<Long> stragglers =
                row.stragglers().stream().filter(it -> it <= position).toList();
        long from = row.from() <= position ? row.from() : DeferredGroupRow.NOWHERE;
        boolean empty = stragglers.isEmpty() && from == DeferredGroupRow.NOWHERE;
        return empty ? null : new DeferredGroupRow(row.key(), stragglers, from, row.done(), row.failure());
    }

    private @Nullable ReadResult refusal(Incarnation owner, ProgressVersion progressVersion) {
        if (!isLive(owner)) {
            return new ReadResult.Fenced();
        }
        if (isMoved() || !progressVersion.covers(revision)) {
            return new ReadResult.Moved();
        }
        return paused ? new ReadResult.Paused() : null;
    }

    @Override
    public ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException {
        ReadResult refusal = refusal(owner, progressVersion);
        if (refusal != null) {
            return refusal;
        }
        ReadResult.Page page = reader().read(this, readPosition, limits, InMemoryLog::ofTheTopic);
        return page == null ? new ReadResult.Moved() : page;
    }

    @Override
    public ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupReads,
            Limits limits) {
        ReadResult refusal = refusal(owner, progressVersion);
        return refusal != null
                ? refusal
                : new InMemoryLogReader(this, readPosition, limits).deferredEvents(deferredGroupReads);
    }

    @Override
    public RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) {
        if (!isLive(owner)) {
            return RecordResult.FENCED;
        }
        if (isMoved() || !suspects.isOwner(owner) || !progressUpdate.expected().covers(revision)) {
            return RecordResult.MOVED;
        }
        revision = progressUpdate.revision();
        feedState = progressUpdate.feedState();
        lastPosition = feedState.cursor().position();
        progressUpdate.changes().deferredGroups().forEach(row -> deferredGroups.put(row.key(), row));
        progressUpdate.changes().removed().forEach(deferredGroups::remove);
        progressUpdate.changes().replayed().forEach(position -> {
            deadLetters.remove(position);
            replays.remove(position);
        });
        progressUpdate.changes().deadLetters().forEach(letter -> deadLetters.put(letter.position(), letter));
        suspects.landed(progressUpdate.changes().answeredSuspects());
        replays.removeIf(position -> !isStopped(position) && !deadLetters.containsKey(position));
        return RecordResult.RECORDED;
    }

    private boolean isStopped(long position) {
        var eventFailures = new ArrayList<>(
                deferredGroups.values().stream().map(DeferredGroupRow::failure).toList());
        eventFailures.add(feedState.failure());
        return eventFailures.stream().anyMatch(it -> it != null && it.stopped() && it.position() == position);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions, boolean alone) {
        return isLive(owner) && suspects.mark(positions, alone);
    }

    @Override
    public void endAlone(Incarnation owner, long position) {
        if (isLive(owner)) {
            suspects.endAlone(position);
        }
    }

    @Override
    public void outdateEnds() {
        suspects.outdate();
    }

    @Override
    public void leave(Incarnation owner) {
        suspects.left(owner);
    }

    @Override
    public List<ReplayRequest> replays(Incarnation owner) {
        return replays.stream()
                .map(position -> new ReplayRequest(position, groupOf(position)))
                .toList();
    }

    private @Nullable String groupOf(long position) {
        var event = committed().get(position);
        return event == null ? null : event.group();
    }

    @Override
    public void moveTo(long position) {
        lastPosition = position;
    }

    @Override
    public void pause(boolean wanted) {
        paused = wanted;
    }

    @Override
    public void replay(long position) {
        if (deadLetters.containsKey(position) || isStopped(position)) {
            replays.add(position);
        }
    }

    @Override
    public Cursor cursor() {
        return feedState.cursor();
    }

    @Override
    public List<Long> ahead() {
        return feedState.settledBeyondCursor();
    }

    @Override
    public List<DeferredGroupRow> deferredGroups() {
        return List.copyOf(deferredGroups.values());
    }

    @Override
    public List<DeadLetter> deadLetters() {
        return List.copyOf(deadLetters.values());
    }

    @Override
    public void close() {}
}
