package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.StreamRead.FoundRow;
import dev.signalbox.platform.postgres.delivery.StreamRead.NewsOfStream;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the next read asks for, and what follows from its result. Guarded by the lock of {@link JobSourceState}, except for the
 * read itself, during which other threads record what they change.
 */
final class StreamReader {
    private static final int MOST_STREAMS = 256;
    private static final int MOST_OF_STREAM = 1_024;
    private static final int LEAST_OF_STREAM = 16;

    /** A stream is read on until so many of its groups may go. */
    private static final int ENOUGH = 64;

    private record GroupOfStream(long stream, @Nullable String group) {
        static GroupOfStream of(QueueRow row) {
            return new GroupOfStream(row.key().stream(), row.group());
        }
    }

    private final ClaimableStreams ring;
    private final JobsInFlight inFlight;
    private final DatabaseClock time;
    private final ReadAheadLimit kept;

    /** Rows that ended during a read, whose result may still contain them, and whether they may be back. */
    private final Map<QueueKey, Boolean> finishedMeanwhile = new HashMap<>();
    /** Rows that came back during a read, whose result may contain them as they were before. */
    private final Map<QueueKey, QueueRow> backMeanwhile = new HashMap<>();
    /** Groups that became held during a read, whose result may not know it. */
    private final Set<GroupOfStream> standingMeanwhile = new HashSet<>();

    /** Groups that are no longer held. What is before them has turned up, but may not be read yet. */
    private final Set<GroupOfStream> goingOn = new HashSet<>();
    /** Those of them that were found before the running read began. */
    private final Set<GroupOfStream> goingOnWithRead = new HashSet<>();

    /** Rows that were read while they were in flight. If they end and are retried, they were read for the last time. */
    private final Set<QueueKey> readInFlight = new HashSet<>();

    private Shards shards = Shards.NONE;
    private Shards gainedMeanwhile = Shards.NONE;
    private boolean reading;
    /** Whether the last read could bring nothing, because memory is full of what may go. */
    private boolean full;

    private boolean scan = true;
    private @Nullable String snapshot;

    StreamReader(ClaimableStreams ring, JobsInFlight inFlight, DatabaseClock time, ReadAheadLimit kept) {
        this.kept = kept;
        this.ring = ring;
        this.inFlight = inFlight;
        this.time = time;
    }

    private long now() {
        return time.now();
    }

    Shards shards() {
        return shards;
    }

    /** Nothing of these shards is read any more, not even what a running read brings. */
    void lost(Shards lost) {
        shards = shards.minus(lost);
    }

    /** Streams of these shards are looked for, if some are new. */
    void own(Shards owned) {
        scan |= !shards.containsAll(owned);
        shards = owned;
    }

    /** Streams of these shards are looked for again. */
    void gained(Shards gained) {
        scan = true;
        if (reading) {
            gainedMeanwhile = gainedMeanwhile.plus(gained);
        }
    }

    boolean isReading() {
        return reading;
    }

    /** Whether all streams are to be looked for. */
    boolean mustScan() {
        return scan;
    }

    void scanAgain() {
        scan = true;
    }

    /** @param mayBeRetried whether an operator may have put it back since */
    void finished(QueueKey key, boolean mayBeRetried) {
        if (reading) {
            finishedMeanwhile.put(key, mayBeRetried);
        }
    }

    /** A row that was handed out waits again. */
    void cameBack(QueueRow row) {
        if (reading) {
            backMeanwhile.put(row.key(), row);
        }
    }

    void stands(QueueRow row) {
        GroupOfStream group = GroupOfStream.of(row);
        standingMeanwhile.add(group);
        goingOn.remove(group);
        goingOnWithRead.remove(group);
    }

    /** The group of this row is no longer held: it continues once the next read has found what is before the row. */
    void goesOn(QueueRow row) {
        goingOn.add(GroupOfStream.of(row));
    }

    private void goOn(Set<GroupOfStream> groups) {
        for (GroupOfStream it : groups) {
            StreamState stream = ring.get(it.stream());
            long first = stream == null || it.group() == null ? Long.MAX_VALUE : stream.buffer.forgetGroup(it.group());
            if (stream != null && first < Long.MAX_VALUE) {
                stream.turnedUp(first, now());
                ring.update(stream);
            }
        }
        groups.clear();
    }

    /** A row is not in flight any more; returns whether it was read meanwhile. */
    boolean landed(QueueKey key) {
        return readInFlight.remove(key);
    }

    ReadPlan beginReading(ClaimRequest request) {
        reading = true;
        finishedMeanwhile.clear();
        backMeanwhile.clear();
        standingMeanwhile.clear();
        gainedMeanwhile = Shards.NONE;
        goingOnWithRead.addAll(goingOn);
        goingOn.clear();
        return new ReadPlan(snapshot, scan, reads(request.outlets()));
    }

    private List<StreamRead> reads(OutletDemand demand) {
        List<StreamState> wanted = new ArrayList<>();
        List<StreamRead> reads = new ArrayList<>();
        List<StreamState> open = ring.open(demand, now());
        int left = kept.room(ring, now());
        full = left == 0;
        for (StreamState stream : open) {
            StreamSettings known = stream.settings;
            int room = demand.roomOf(stream.stream);
            if (known == null || room <= 0 || wanted.size() + reads.size() >= MOST_STREAMS) {
                continue;
            }
            WaitingGroup again = stream.buffer.toReadAgain();
            if (again != null && again.name != null && left > 0) {
                int most = Math.min(StreamBuffer.MOST_OF_GROUP, left);
                left -= most;
                reads.add(
                        new StreamRead(stream, again.rememberedUpTo, MOST_OF_STREAM, most, known.holds(), again.name));
            }
            OutletRoom waiting = demand.waitingIn(stream.stream);
            if (needsMore(stream, room, waiting)) {
                kept.makeRoom(ring, stream, waiting);
                wanted.add(stream);
            }
        }
        int share = Math.clamp(kept.ofRead() / Math.max(1, wanted.size()), LEAST_OF_STREAM, MOST_OF_STREAM);
        for (StreamState stream : wanted) {
            StreamSettings known = stream.settings;
            int most = Math.min(share, left);
            left -= most;
            if (most > 0) {
                reads.add(StreamRead.all(stream, most, known != null && known.holds()));
            }
        }
        return reads;
    }

    boolean wantsMore(StreamState stream, int room, OutletRoom waiting) {
        return !full && needsMore(stream, room, waiting);
    }

    /** What the relay postpones doesn't count: a stream whose first groups all wait has others behind them. */
    private boolean needsMore(StreamState stream, int room, OutletRoom waiting) {
        int enough = Math.min(room, ENOUGH);
        return stream.isToBeRead() && stream.buffer.ready(waiting, enough) < enough && kept.mayReadOn(stream, waiting);
    }

    /** @return false if reading has to start again */
    boolean read(ReadPlan plan, ReadResult result) {
        reading = false;
        time.set(result.at());
        if (plan.snapshot() != null && isTooFar(plan.snapshot(), result)) {
            restart();
            return false;
        }
        snapshot = result.snapshot();
        scan = plan.scan() ? !gainedMeanwhile.isEmpty() : scan;
        result.streams().stream().filter(this::isOurs).forEach(this::foundStream);
        result.news().stream().filter(it -> isOurs(it.stream())).forEach(this::turnedUp);
        goOn(goingOnWithRead);
        for (int i = 0; i < plan.reads().size(); i++) {
            StreamRead read = plan.reads().get(i);
            // Not a stream that was dropped meanwhile
            if (ring.get(read.stream().stream) == read.stream()) {
                take(read, result.rows().get(i));
            }
        }
        return true;
    }

    private boolean isOurs(long stream) {
        int shard = StreamShards.shardOf(stream);
        return shards.contains(shard) && !gainedMeanwhile.contains(shard);
    }

    private static boolean isTooFar(String before, ReadResult result) {
        long transactions = ReadStreams.nextXid(result.snapshot()) - ReadStreams.nextXid(before);
        // An id that decreases comes from another server that replaced the first
        return transactions < 0
                || transactions > ReadStreams.MOST_TRANSACTIONS
                || result.news().size() >= ReadStreams.MOST_NEWS;
    }

    private void foundStream(long stream) {
        if (ring.get(stream) == null) {
            ring.add(new StreamState(stream, StreamState.BOTTOM, StreamState.BOTTOM));
        }
    }

    /** A stream that has no state had no rows at the last read. */
    private void turnedUp(NewsOfStream news) {
        StreamState stream = ring.get(news.stream());
        if (stream == null) {
            ring.add(new StreamState(news.stream(), news.position() - 1, news.acceptedAt()));
            return;
        }
        stream.accepted(news.acceptedAt());
        stream.turnedUp(news.position(), now());
        ring.update(stream);
    }

    private void take(StreamRead read, List<FoundRow> found) {
        StreamState stream = read.stream();
        if (read.group() != null) {
            List<QueueRow> again = found.stream()
                    .map(it -> latest(it.row()))
                    .filter(row ->
                            row.position() <= stream.position && read.group().equals(row.group()))
                    .filter(this::isNews)
                    .toList();
            if (again.size() > read.kept()) {
                List<QueueRow> first = again.subList(0, read.kept());
                stream.buffer.readAgain(read.group(), first, first.getLast().position(), now());
            } else {
                boolean all =
                        found.size() < read.most() || found.getLast().row().position() >= stream.position;
                stream.buffer.readAgain(
                        read.group(),
                        again,
                        all ? Long.MAX_VALUE : found.getLast().row().position(),
                        now());
            }
        } else if (stream.position == read.after()) {
            for (FoundRow row : found) {
                stream.position = row.row().position();
                QueueRow latest = latest(row.row());
                if (isNews(latest) && !stream.buffer.contains(latest)) {
                    stream.buffer.add(latest, now());
                }
                // Also if the row itself is in flight: it may come back
                if (row.held() || standingMeanwhile.contains(GroupOfStream.of(latest))) {
                    stream.buffer.hold(latest.group(), now());
                }
            }
            stream.left = found.size() >= read.most();
            found.stream()
                    .map(FoundRow::row)
                    .filter(row -> finishedMeanwhile.getOrDefault(row.key(), false))
                    .findFirst()
                    .ifPresent(row -> stream.turnedUp(row.position(), now()));
        }
        ring.update(stream);
    }

    private QueueRow latest(QueueRow row) {
        return backMeanwhile.getOrDefault(row.key(), row);
    }

    private boolean isNews(QueueRow row) {
        if (inFlight.contains(row.key())) {
            readInFlight.add(row.key());
            return false;
        }
        return !finishedMeanwhile.containsKey(row.key());
    }

    /** Starts again: the read may have succeeded, and the next one may reach another server. */
    void readingFailed() {
        reading = false;
        restart();
    }

    private void restart() {
        snapshot = null;
        scan = true;
        List.copyOf(ring.all()).forEach(stream -> {
            stream.restart(now());
            stream.accepted(StreamState.BOTTOM);
            ring.update(stream);
        });
        goOn(goingOn);
        goOn(goingOnWithRead);
    }
}
