package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Parked;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Recording;
import dev.signalbox.core.log.Replay;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.log.Version;
import dev.signalbox.core.log.Wanted;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A pair's progress beside an {@link InMemoryLog}. */
final class InMemoryPair implements EventLog {
    private static final long START = 0;

    private final InMemoryLog log;
    private final Map<SidingKey, Parked> parked = new LinkedHashMap<>();
    private final Map<Long, DeadLetter> deadLetters = new TreeMap<>();
    private final Set<Long> replays = new LinkedHashSet<>();
    private Progress.Standing standing = new Progress.Standing(new Cursor(START, 0), List.of(), null);
    /** What operators see and may change. */
    private long lastPosition = START;

    private final InMemorySuspects suspects = new InMemorySuspects();
    private boolean paused;
    private long revision;

    InMemoryPair(InMemoryLog log) {
        this.log = log;
    }

    private boolean isMoved() {
        return lastPosition != standing.cursor().position();
    }

    @Override
    public Opening open(Incarnation owner) {
        if (!log.isLive(owner)) {
            return new Opening.Fenced();
        }
        if (isMoved()) {
            seek();
        }
        suspects.opened(owner, log);
        return new Opening.Opened(revision, standing, List.copyOf(parked.values()), suspects.standing());
    }

    private void seek() {
        revision++;
        standing = new Progress.Standing(new Cursor(lastPosition, log.xmin()), List.of(), null);
        for (Parked row : List.copyOf(parked.values())) {
            Parked rest = upTo(lastPosition, row);
            if (rest == null) {
                parked.remove(row.key());
            } else {
                parked.put(row.key(), rest);
            }
        }
    }

    private static @Nullable Parked upTo(long position, Parked row) {
        List<Long> stragglers =
                row.stragglers().stream().filter(it -> it <= position).toList();
        long from = row.from() <= position ? row.from() : Parked.NOWHERE;
        boolean empty = stragglers.isEmpty() && from == Parked.NOWHERE;
        return empty ? null : new Parked(row.key(), stragglers, from, row.done(), row.failure());
    }

    private @Nullable Reading refusal(Incarnation owner, Version version) {
        if (!log.isLive(owner)) {
            return new Reading.Fenced();
        }
        if (isMoved() || !version.covers(revision)) {
            return new Reading.Moved();
        }
        return paused ? new Reading.Paused() : null;
    }

    @Override
    public Reading read(Incarnation owner, Version version, Reach reach, Limits limits) throws SourceException {
        Reading refusal = refusal(owner, version);
        if (refusal != null) {
            return refusal;
        }
        Reading.Page page = log.reader().read(this, reach, limits, InMemoryLog::ofTheTopic);
        return page == null ? new Reading.Moved() : page;
    }

    @Override
    public Reading fetch(Incarnation owner, Version version, Reach reach, List<Wanted> wanted, Limits limits) {
        Reading refusal = refusal(owner, version);
        return refusal != null ? refusal : new InMemoryReader(log, reach, limits).sidings(wanted);
    }

    @Override
    public Recording record(Incarnation owner, Progress progress) {
        if (!log.isLive(owner)) {
            return Recording.FENCED;
        }
        if (isMoved() || !suspects.isOwner(owner) || !progress.expected().covers(revision)) {
            return Recording.MOVED;
        }
        revision = progress.revision();
        standing = progress.standing();
        lastPosition = standing.cursor().position();
        progress.changes().parked().forEach(row -> parked.put(row.key(), row));
        progress.changes().removed().forEach(parked::remove);
        progress.changes().replayed().forEach(position -> {
            deadLetters.remove(position);
            replays.remove(position);
        });
        progress.changes().deadLetters().forEach(letter -> deadLetters.put(letter.position(), letter));
        suspects.landed(progress.changes().landed());
        replays.removeIf(position -> !isStopped(position) && !deadLetters.containsKey(position));
        return Recording.RECORDED;
    }

    private boolean isStopped(long position) {
        var failures =
                new ArrayList<>(parked.values().stream().map(Parked::failure).toList());
        failures.add(standing.failure());
        return failures.stream().anyMatch(it -> it != null && it.stopped() && it.position() == position);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions) {
        return log.isLive(owner) && suspects.mark(positions);
    }

    @Override
    public void leave(Incarnation owner) {
        suspects.left(owner);
    }

    @Override
    public List<Replay> replays(Incarnation owner) {
        return replays.stream()
                .map(position -> new Replay(position, groupOf(position)))
                .toList();
    }

    private @Nullable String groupOf(long position) {
        var event = log.committed().get(position);
        return event == null ? null : event.group();
    }

    void moveTo(long position) {
        lastPosition = position;
    }

    void pause(boolean wanted) {
        paused = wanted;
    }

    void replay(long position) {
        if (deadLetters.containsKey(position) || isStopped(position)) {
            replays.add(position);
        }
    }

    Cursor cursor() {
        return standing.cursor();
    }

    List<Long> ahead() {
        return standing.ahead();
    }

    List<Parked> parked() {
        return List.copyOf(parked.values());
    }

    List<DeadLetter> deadLetters() {
        return List.copyOf(deadLetters.values());
    }

    @Override
    public void close() {}
}
