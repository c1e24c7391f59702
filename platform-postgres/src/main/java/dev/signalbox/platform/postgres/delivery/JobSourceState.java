package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one incarnation has read of its streams, and which of it is in flight. */
final class JobSourceState {
    /** A stream has its turn for this part of a claim before the next one's. */
    private static final int TURNS_PER_CLAIM = 8;

    private static final int MOST_DEFERRED_AT_ONCE = 1_000;
    private static final long SAFETY_NET = Duration.ofSeconds(12).toMillis();

    private final DatabaseClock time;
    private final ClaimableStreams ring = new ClaimableStreams();
    private final JobsInFlight inFlight = new JobsInFlight();
    private final StreamReader reader;
    private final StreamCatalog catalog;

    JobSourceState(Clock clock) {
        this(clock, ReadAheadLimit.DEFAULT);
    }

    JobSourceState(Clock clock, ReadAheadLimit kept) {
        this.time = new DatabaseClock(clock);
        this.reader = new StreamReader(ring, inFlight, time, kept);
        this.catalog = new StreamCatalog(ring, time);
    }

    JobsInFlight inFlight() {
        return inFlight;
    }

    synchronized Shards shards() {
        return reader.shards();
    }

    /** The database's time: a little behind, so that nothing is taken as due too early. */
    long now() {
        return time.now();
    }

    /** A claim begins. */
    synchronized void begin(ClaimRequest request) {
        Shards before = reader.shards();
        if (!before.equals(request.shards())) {
            drop(Shards.ALL.minus(request.shards()).plus(request.shards().minus(before)));
            reader.own(request.shards());
        }
        ring.begin(request.outlets(), now());
    }

    /** Drops what is known of these shards, because another owner may have delivered it. */
    synchronized void gained(Shards gained) {
        drop(gained);
        reader.gained(gained);
    }

    /** Drops what is known of shards that are not among these: other nodes own them by now. */
    synchronized void retain(Shards owned) {
        Shards lost = reader.shards().minus(owned);
        if (!lost.isEmpty()) {
            drop(lost);
            reader.lost(lost);
        }
    }

    private void drop(Shards some) {
        ring.removeAll(some);
        catalog.dropped(inFlight.rows());
    }

    /** Streams that may be read, but about which nothing is known. */
    synchronized List<Long> unknown(OutletDemand demand) {
        return catalog.unknown(demand);
    }

    /**
     * What was found out about these streams. If changes became known since, it may be what was before them, and is ignored.
     *
     * @param version the version before which all changes were known when the question was put
     */
    synchronized void learned(Collection<Long> asked, Map<Long, StreamSettings> found, long version) {
        if (catalog.version == version) {
            catalog.learned(asked, found);
        }
    }

    /** Subscriptions have changed, up to this version. */
    synchronized void changed(Map<Long, StreamSettings> found, long version) {
        catalog.changed(found);
        catalog.version = version;
    }

    synchronized ReadPlan beginReading(ClaimRequest request) {
        return reader.beginReading(request);
    }

    /** @return false if reading has to start again */
    synchronized boolean read(ReadPlan plan, ReadResult result) {
        return reader.read(plan, result);
    }

    /** Starts again: the read may have succeeded, and the next one may reach another server. */
    synchronized void readingFailed() {
        reader.readingFailed();
    }

    /** When idle, looks for all streams again, to find rows that were written against the rules. */
    synchronized void restartIfIdle() {
        if (isIdle() && !reader.isReading()) {
            reader.scanAgain();
        }
    }

    /** How many rows are in memory that were not handed out. */
    synchronized int rows() {
        return ring.rows();
    }

    /** Whether no row is known that waits or is in flight. */
    synchronized boolean isIdle() {
        return inFlight.isEmpty() && ring.isEmpty();
    }

    /** Selects rows that can be handed out; they count as in flight from now on. */
    synchronized void choose(JobSelection selection) {
        OutletDemand demand = selection.request.outlets();
        int perTurn = Math.max(1, selection.request.messages() / TURNS_PER_CLAIM);
        List<StreamState> inTurn = ring.open(demand, now());
        inTurn.forEach(
                stream -> stream.buffer.due(demand.waitingIn(stream.stream).due()));
        Set<StreamState> touched = new LinkedHashSet<>();
        while (!inTurn.isEmpty() && !selection.isFull()) {
            List<StreamState> again = new ArrayList<>();
            for (StreamState stream : inTurn) {
                if (take(selection, stream, perTurn)) {
                    again.add(stream);
                }
            }
            touched.addAll(again);
            inTurn = again;
        }
        for (StreamState stream : touched) {
            stream.buffer.chosen(selection, now());
            ring.toEnd(stream);
            ring.update(stream);
        }
    }

    private boolean take(JobSelection selection, StreamState stream, int perTurn) {
        int before = selection.rows.size();
        int room = Math.min(selection.roomOf(stream.stream), perTurn);
        if (room > 0) {
            stream.buffer.take(selection, selection.request.outlets().waitingIn(stream.stream), room, now());
        }
        List<QueueRow> taken = selection.rows.subList(before, selection.rows.size());
        taken.forEach(inFlight::chosen);
        stream.inFlight += taken.size();
        return !taken.isEmpty();
    }

    /** Whether a read may find more to hand out. */
    synchronized boolean mayReadMore(JobSelection selection) {
        if (reader.mustScan()) {
            return true;
        }
        for (StreamState stream : ring.open(selection.request.outlets(), now())) {
            int room = selection.roomOf(stream.stream);
            OutletRoom waiting = selection.request.outlets().waitingIn(stream.stream);
            boolean unread = stream.settings == null
                    || stream.buffer.toReadAgain() != null
                    || stream.buffer.hasStanding()
                    || reader.wantsMore(stream, room, waiting);
            if (room > 0 && unread) {
                return true;
            }
        }
        return false;
    }

    /** Whether something may go soon without a wake-up. */
    synchronized boolean isSomethingDueSoon() {
        return ring.nextTime() <= now() + SAFETY_NET;
    }

    synchronized List<QueueRow> standing() {
        List<QueueRow> standing = new ArrayList<>();
        for (StreamState stream : ring.all()) {
            if (standing.size() < MOST_DEFERRED_AT_ONCE && stream.buffer.hasStanding()) {
                standing.addAll(stream.buffer.standing(MOST_DEFERRED_AT_ONCE - standing.size()));
            }
        }
        return standing;
    }

    /** Those rows are deferred. Groups of others go on, from what the next read finds in the table. */
    synchronized void deferred(List<QueueRow> asked, Set<QueueKey> moved) {
        for (QueueRow row : asked) {
            if (moved.contains(row.key())) {
                removed(row.key(), row.group());
                // Its subscription has changed meanwhile
                catalog.checkDeferred |= !holds(row.key().stream());
            } else {
                reader.goesOn(row);
            }
        }
    }

    /** A row is not in the queue any more, although it was not handed out. */
    synchronized void removed(QueueKey key, @Nullable String group) {
        reader.finished(key, true);
        StreamState stream = ring.get(key.stream());
        if (stream != null) {
            if (group == null) {
                stream.buffer.remove(key, now());
            } else {
                stream.buffer.remove(key, group, now());
            }
            ring.update(stream);
        }
    }

    /** A job has ended that was not handed out. If an operator retried it since, it is read again. */
    synchronized void ended(QueueKey key) {
        StreamState before = ring.get(key.stream());
        removed(key, null);
        readAgain(before, key);
    }

    /** @param before the state of its stream, which may be done by now; a stream without one is still to be looked for */
    private void readAgain(@Nullable StreamState before, QueueKey key) {
        StreamState stream = ring.get(key.stream());
        if (stream != null) {
            stream.turnedUp(key.position(), now());
            ring.update(stream);
        } else if (before != null) {
            ring.add(new StreamState(key.stream(), key.position() - 1, now()));
        }
    }

    /** A row that was handed out has left the queue. */
    synchronized void finish(QueueRow row, boolean mayBeRetried) {
        reader.finished(row.key(), mayBeRetried);
        StreamState before = ring.get(row.key().stream());
        if (letGo(row) && mayBeRetried) {
            readAgain(before, row.key());
        }
    }

    /** A row that was handed out waits again. */
    synchronized void comeBack(QueueRow row) {
        StreamState stream = ring.get(row.key().stream());
        reader.cameBack(row);
        if (stream != null) {
            stream.cameBack(row, now());
        }
        letGo(row);
    }

    /** @return whether the row was read while it was in flight */
    private boolean letGo(QueueRow row) {
        inFlight.remove(row.key());
        catalog.letGo(row);
        StreamState stream = ring.get(row.key().stream());
        if (stream != null) {
            stream.inFlight = Math.max(0, stream.inFlight - 1);
            stream.buffer.letGo(row, now());
            ring.update(stream);
        }
        return reader.landed(row.key());
    }

    /** The first job of a group is given up. */
    synchronized void stands(QueueRow row) {
        reader.stands(row);
        StreamState stream = ring.get(row.key().stream());
        if (stream != null) {
            stream.buffer.hold(row.group(), now());
            ring.update(stream);
        }
    }

    /** Whether a group of this stream stands behind a job that is given up. If that is unknown, it does no harm. */
    synchronized boolean holds(long stream) {
        StreamSettings known = settingsOf(stream);
        return known == null || known.holds();
    }

    synchronized @Nullable StreamSettings settingsOf(long stream) {
        return catalog.settingsOf(stream);
    }

    synchronized boolean knowsSettingsVersion() {
        return catalog.version >= 0;
    }

    /** The version before which all changes of settings are known. */
    synchronized long settingsVersion() {
        return catalog.version;
    }

    /** This version was read before any settings were, unless another thread has read one. */
    synchronized void firstSettingsVersion(long version) {
        if (catalog.version < 0) {
            catalog.version = version;
        }
    }

    synchronized boolean owns(long stream) {
        return reader.shards().contains(StreamShards.shardOf(stream));
    }

    /** Whether held groups are to be checked. */
    synchronized boolean takeDeferredCheck() {
        boolean wanted = catalog.checkDeferred;
        catalog.checkDeferred = false;
        return wanted;
    }

    /** Streams whose subscription was deleted, and that may still have rows. They are looked for now. */
    synchronized List<Long> deleted() {
        List<StreamState> deleted = ring.deleted();
        deleted.forEach(stream -> stream.turnedUpSinceLook = false);
        return deleted.stream().map(stream -> stream.stream).toList();
    }

    /** No row of these streams was left, except what turned up meanwhile. */
    synchronized void emptied(Collection<Long> streams) {
        for (long id : streams) {
            StreamState stream = ring.get(id);
            if (stream != null && !stream.turnedUpSinceLook) {
                stream.left = false;
                ring.update(stream);
            }
        }
    }

    /** Streams in which to look for old rows now, with the age that their subscription allows; 0 if it is not known yet. */
    synchronized Map<Long, Integer> toLookForOld(int most) {
        Map<Long, Integer> due = new HashMap<>();
        for (StreamState stream : ring.all()) {
            if (due.size() < most && stream.lookForOldAt <= now() && stream.stream > 0 && !stream.isDeleted()) {
                due.put(stream.stream, stream.settings == null ? 0 : stream.settings.maxAgeSeconds());
                stream.looksForOld();
            }
        }
        return due;
    }

    synchronized void lookForOldAt(long stream, long time) {
        StreamState state = ring.get(stream);
        if (state != null) {
            state.lookForOldAt(time);
        }
    }
}
