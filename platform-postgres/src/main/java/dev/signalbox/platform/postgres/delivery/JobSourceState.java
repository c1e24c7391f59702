package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.StreamRead.FoundRow;
import dev.signalbox.platform.postgres.delivery.StreamRead.NewsOfStream;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one incarnation has read of its streams, and which of it is in flight. */
final class JobSourceState {
    private static final int MOST_STREAMS = 256;
    private static final int MOST_READ = 4_096;
    private static final int MOST_OF_STREAM = 1_024;
    private static final int LEAST_OF_STREAM = 16;
    /** A stream has its turn for this part of a claim before the next one's. */
    private static final int TURNS_PER_CLAIM = 8;

    /** A stream is read on until so many of its groups may go. */
    private static final int ENOUGH = 64;

    private static final int MOST_KEPT_OF_STREAM = 10_000;
    private static final int MOST_KEPT = 200_000;
    private static final int MOST_DEFERRED_AT_ONCE = 1_000;
    private static final int MOST_UNKNOWN = 500;
    private static final long SAFETY_NET = Duration.ofSeconds(12).toMillis();

    private record GroupOfStream(long stream, @Nullable String group) {}

    private final Clock clock;
    private final StreamRing ring = new StreamRing();
    private final JobsInFlight inFlight = new JobsInFlight();
    private final SettingsCache settings = new SettingsCache();

    /** Rows that ended during a read, whose result may still contain them. */
    private final Set<QueueKey> finishedMeanwhile = new HashSet<>();
    /** Groups that began to stand during a read, whose result may not know it. */
    private final Set<GroupOfStream> standingMeanwhile = new HashSet<>();

    /** In-flight rows of streams without a state, because their shard was lost and gained again. */
    private final Map<Long, List<QueueRow>> adrift = new HashMap<>();

    private Shards shards = Shards.NONE;
    private Shards gainedMeanwhile = Shards.NONE;
    private boolean reading;
    private boolean scan = true;
    private boolean checkDeferred = true;
    private long settingsVersion = -1;
    private @Nullable String snapshot;
    private long databaseMillis;
    private long databaseNanos;

    JobSourceState(Clock clock) {
        this.clock = clock;
        this.databaseNanos = clock.nanos();
    }

    JobsInFlight inFlight() {
        return inFlight;
    }

    synchronized Shards shards() {
        return shards;
    }

    /** The database's time: a little behind, so that nothing is taken as due too early. */
    synchronized long now() {
        return databaseMillis + Duration.ofNanos(clock.nanos() - databaseNanos).toMillis();
    }

    /** A claim begins. */
    synchronized void begin(ClaimRequest request) {
        if (!shards.equals(request.shards())) {
            forget(Shards.ALL.minus(request.shards()).plus(request.shards().minus(shards)));
            scan |= !shards.containsAll(request.shards());
            shards = request.shards();
        }
        ring.begin(request.outlets(), now());
    }

    /** Drops what is known of these shards, because another owner may have delivered it. */
    synchronized void gained(Shards gained) {
        forget(gained);
        scan = true;
        if (reading) {
            gainedMeanwhile = gainedMeanwhile.plus(gained);
        }
    }

    private void forget(Shards some) {
        ring.removeAll(some);
        checkDeferred = true;
        adrift.clear();
        inFlight.rows().stream()
                .filter(row -> ring.get(row.key().stream()) == null)
                .forEach(row -> adrift.computeIfAbsent(row.key().stream(), _ -> new ArrayList<>())
                        .add(row));
    }

    /** Streams that may be read, but about which nothing is known. */
    synchronized List<Long> unknown(OutletDemand demand) {
        List<Long> unknown = new ArrayList<>();
        for (StreamState stream : ring.open(demand, now())) {
            StreamSettings known = stream.settings == null ? settings.get(stream.stream) : null;
            if (known != null) {
                learn(stream, known);
            } else if (stream.settings == null && unknown.size() < MOST_UNKNOWN) {
                unknown.add(stream.stream);
            }
        }
        return unknown;
    }

    /** What was found out about these streams. */
    synchronized void learned(Collection<Long> asked, Map<Long, StreamSettings> found) {
        for (long id : asked) {
            StreamSettings known = found.get(id);
            StreamState stream = ring.get(id);
            if (known != null || id > 0) {
                settings.put(id, known == null ? StreamSettings.MISSING : known);
            }
            if (stream != null && known == null && id < 0) {
                ring.remove(stream);
            } else if (stream != null) {
                learn(stream, known == null ? StreamSettings.MISSING : known);
            }
        }
    }

    /** Subscriptions have changed. */
    synchronized void changed(Map<Long, StreamSettings> found) {
        found.forEach((id, changed) -> {
            settings.putIfKnown(id, changed);
            checkDeferred |= changed.deleted() || !changed.holds();
            StreamState stream = ring.get(id);
            if (stream != null && stream.settings != null) {
                learn(stream, changed);
            }
        });
    }

    private void learn(StreamState stream, StreamSettings known) {
        StreamSettings before = stream.settings;
        if (known.equals(before)) {
            return;
        }
        if (before != null && before.mode() != known.mode()) {
            stream.restart(now());
        }
        stream.settings = known;
        stream.buffer.apply(known, now());
        if (before == null) {
            for (QueueRow row : adrift.getOrDefault(stream.stream, List.of())) {
                stream.inFlight++;
                stream.buffer.handedOut(row);
            }
            adrift.remove(stream.stream);
        }
        if (before == null || before.maxAgeSeconds() != known.maxAgeSeconds()) {
            stream.lookForOldAt = known.maxAgeSeconds() == 0
                    ? Long.MAX_VALUE
                    : before == null && stream.lookForOldAt == StreamState.NEW ? now() + known.maxAgeMillis() : now();
        }
        ring.settingsChanged(stream);
    }

    synchronized ReadPlan beginReading(ClaimRequest request) {
        reading = true;
        finishedMeanwhile.clear();
        standingMeanwhile.clear();
        gainedMeanwhile = Shards.NONE;
        return new ReadPlan(snapshot, scan, reads(request.outlets()));
    }

    private List<StreamRead> reads(OutletDemand demand) {
        List<StreamState> wanted = new ArrayList<>();
        List<StreamRead> reads = new ArrayList<>();
        for (StreamState stream : ring.open(demand, now())) {
            StreamSettings known = stream.settings;
            int room = demand.roomOf(stream.stream);
            if (known == null || room <= 0 || wanted.size() + reads.size() >= MOST_STREAMS) {
                continue;
            }
            WaitingGroup again = stream.buffer.toReadAgain();
            if (again != null && again.name != null) {
                reads.add(new StreamRead(stream, again.rememberedUpTo, MOST_OF_STREAM, known.holds(), again.name));
            }
            if (wantsMore(stream, room)) {
                wanted.add(stream);
            }
        }
        int share = Math.clamp(MOST_READ / Math.max(1, wanted.size()), LEAST_OF_STREAM, MOST_OF_STREAM);
        for (StreamState stream : wanted) {
            StreamSettings known = stream.settings;
            reads.add(new StreamRead(stream, stream.position, share, known != null && known.holds(), null));
        }
        return reads;
    }

    private boolean wantsMore(StreamState stream, int room) {
        int kept = ring.rows() > MOST_KEPT ? ENOUGH : MOST_KEPT_OF_STREAM;
        return stream.left && stream.buffer.ready() < Math.min(room, ENOUGH) && stream.buffer.rows() < kept;
    }

    /** @return false if reading has to start again */
    synchronized boolean read(ReadPlan plan, ReadResult result) {
        reading = false;
        databaseMillis = result.at();
        databaseNanos = clock.nanos();
        if (plan.snapshot() != null && isTooFar(plan.snapshot(), result)) {
            restart();
            return false;
        }
        snapshot = result.snapshot();
        scan = plan.scan() ? !gainedMeanwhile.isEmpty() : scan;
        result.streams().stream().filter(this::isOurs).forEach(this::foundStream);
        result.news().stream().filter(it -> isOurs(it.stream())).forEach(this::turnedUp);
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
            ring.add(new StreamState(stream, StreamState.BOTTOM, now()));
        }
    }

    /** A stream that has no state had no rows at the last read. */
    private void turnedUp(NewsOfStream news) {
        StreamState stream = ring.get(news.stream());
        if (stream == null) {
            ring.add(new StreamState(news.stream(), news.position() - 1, StreamState.NEW));
            return;
        }
        if (news.position() <= stream.position && stream.lookForOldAt != StreamState.NEW) {
            stream.lookForOldAt = Math.min(stream.lookForOldAt, now());
        }
        stream.turnedUp(news.position(), now());
        ring.update(stream);
    }

    private void take(StreamRead read, List<FoundRow> found) {
        StreamState stream = read.stream();
        if (read.group() != null) {
            List<QueueRow> again = found.stream()
                    .map(FoundRow::row)
                    .filter(row ->
                            row.position() <= stream.position && read.group().equals(row.group()))
                    .filter(this::isNews)
                    .toList();
            boolean all = found.size() < read.most() || found.getLast().row().position() >= stream.position;
            stream.buffer.readAgain(
                    read.group(),
                    again,
                    all ? Long.MAX_VALUE : found.getLast().row().position(),
                    now());
        } else if (stream.position == read.after()) {
            for (FoundRow row : found) {
                stream.position = row.row().position();
                if (isNews(row.row()) && !stream.buffer.contains(row.row())) {
                    add(stream, row);
                }
            }
            stream.left = found.size() >= read.most();
        }
        ring.update(stream);
    }

    private void add(StreamState stream, FoundRow found) {
        QueueRow row = found.row();
        stream.buffer.add(row, now());
        if (row.group() != null
                && (found.held() || standingMeanwhile.contains(new GroupOfStream(stream.stream, row.group())))) {
            stream.buffer.stand(row.group(), now());
        }
    }

    private boolean isNews(QueueRow row) {
        return !inFlight.contains(row.key()) && !finishedMeanwhile.contains(row.key());
    }

    /** Starts again: the read may have succeeded, and the next one may reach another server. */
    synchronized void readingFailed() {
        reading = false;
        restart();
    }

    private void restart() {
        snapshot = null;
        scan = true;
        List.copyOf(ring.all()).forEach(stream -> {
            stream.restart(now());
            ring.update(stream);
        });
    }

    /** When idle, looks for all streams again, to find rows that were written against the rules. */
    synchronized void restartIfIdle() {
        if (inFlight.isEmpty() && ring.isEmpty() && !reading) {
            scan = true;
        }
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
        if (scan) {
            return true;
        }
        for (StreamState stream : ring.open(selection.request.outlets(), now())) {
            int room = selection.roomOf(stream.stream);
            boolean unread = stream.settings == null
                    || stream.buffer.toReadAgain() != null
                    || stream.buffer.hasStanding()
                    || wantsMore(stream, room);
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

    /** Those rows are deferred. Groups of others go on, from what is in the table. */
    synchronized void deferred(List<QueueRow> asked, Set<QueueKey> moved) {
        for (QueueRow row : asked) {
            if (moved.contains(row.key())) {
                ended(row.key(), row.group());
            } else {
                StreamState stream = ring.get(row.key().stream());
                if (stream != null && row.group() != null && stream.buffer.contains(row)) {
                    stream.buffer.forgetGroup(row.group());
                    stream.turnedUp(row.position(), now());
                    ring.update(stream);
                }
            }
        }
    }

    /** A row is not in the queue any more, although it was not handed out. */
    synchronized void ended(QueueKey key, @Nullable String group) {
        if (reading) {
            finishedMeanwhile.add(key);
        }
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

    /** A row that was handed out has left the queue. */
    synchronized void finish(QueueRow row) {
        if (reading) {
            finishedMeanwhile.add(row.key());
        }
        letGo(row);
    }

    /** A row that was handed out waits again. */
    synchronized void comeBack(QueueRow row) {
        StreamState stream = ring.get(row.key().stream());
        if (stream != null) {
            stream.buffer.add(row, now());
        }
        letGo(row);
    }

    private void letGo(QueueRow row) {
        inFlight.remove(row.key());
        StreamState stream = ring.get(row.key().stream());
        if (stream != null) {
            stream.inFlight = Math.max(0, stream.inFlight - 1);
            stream.buffer.letGo(row, now());
            ring.update(stream);
        }
    }

    /** The first job of a group is given up. */
    synchronized void stands(QueueRow row) {
        standingMeanwhile.add(new GroupOfStream(row.key().stream(), row.group()));
        StreamState stream = ring.get(row.key().stream());
        if (stream != null) {
            stream.buffer.stand(row.group(), now());
            ring.update(stream);
        }
    }

    /** Whether a group of this stream stands behind a job that is given up. */
    synchronized boolean holds(long stream) {
        StreamSettings known = settingsOf(stream);
        return known != null && known.holds();
    }

    synchronized boolean knowsSettingsVersion() {
        return settingsVersion >= 0;
    }

    /** The version before which all changes of settings are known. */
    synchronized long settingsVersion() {
        return settingsVersion;
    }

    synchronized void settingsVersion(long version) {
        settingsVersion = version;
    }

    synchronized @Nullable StreamSettings settingsOf(long stream) {
        StreamState state = ring.get(stream);
        return state == null || state.settings == null ? settings.get(stream) : state.settings;
    }

    synchronized boolean owns(long stream) {
        return shards.contains(StreamShards.shardOf(stream));
    }

    /** Whether groups that stand are to be looked at, because the shards are new or subscriptions have changed. */
    synchronized boolean takeDeferredCheck() {
        boolean wanted = checkDeferred;
        checkDeferred = false;
        return wanted;
    }

    /** Streams whose subscription was deleted, and that may still have rows. */
    synchronized List<Long> deleted() {
        return ring.deleted().stream().map(stream -> stream.stream).toList();
    }

    /** No row of these streams is left. */
    synchronized void emptied(Collection<Long> streams) {
        for (long id : streams) {
            StreamState stream = ring.get(id);
            if (stream != null) {
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
            }
        }
        return due;
    }

    synchronized void lookForOldAt(long stream, long time) {
        StreamState state = ring.get(stream);
        if (state != null) {
            state.lookForOldAt = time;
        }
    }
}
