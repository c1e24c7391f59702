package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.platform.registry.DispatchMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** One owner of streams and a simulated queue, with everything that may happen at any moment, also while a read is running. */
final class StreamSimulation {
    private static final int LOOKS = 4;
    private static final List<Long> STREAMS = List.of(1L, 2L, 3L);
    /** Its mode changes, so nothing is said about its order. */
    private static final long CHANGING = 3;

    private static final int MOST_CLAIMS_TO_END = 3_000;

    private final Random random;
    private final SimulatedQueue queue = new SimulatedQueue();
    private final ReadAheadLimit kept;
    private final JobSourceState state;

    /** What the relay holds, in the order in which it got it; what is broken goes back. */
    private final List<QueueRow> held = new ArrayList<>();

    private final Set<QueueKey> broken = new HashSet<>();
    private final Set<String> postponed = new HashSet<>();
    private long claims;
    private long version = 1;
    private DispatchMode mode = DispatchMode.BLOCK_ON_ERROR;
    private int mostHeld;
    private boolean ending;

    StreamSimulation(long seed) {
        // What a Random draws first hardly differs between seeds that are near each other.
        random = new Random(new SplittableRandom(seed).nextLong());
        kept = random.nextBoolean()
                ? ReadAheadLimit.DEFAULT
                : new ReadAheadLimit(4 + random.nextInt(20), 16 + random.nextInt(30), 12);
        state = new JobSourceState(() -> queue.now * 1_000_000, kept);
        state.firstSettingsVersion(version);
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(3) == 0) {
                claim();
            } else {
                event();
            }
        }
        end();
    }

    /** Something that another thread does. */
    private void event() {
        queue.now += random.nextInt(3);
        switch (random.nextInt(17)) {
            case 0, 1 -> write();
            case 2, 3, 4 -> commit();
            case 5, 6, 7 -> complete();
            case 8 -> fail();
            case 9, 10, 11 -> letGo();
            case 12 -> giveUp();
            case 13 -> operate();
            case 14 -> postponed.clear();
            case 15 -> endWaiting();
            default -> disturb();
        }
    }

    private long anyStream() {
        return STREAMS.get(random.nextInt(STREAMS.size()));
    }

    private void write() {
        if (!ending && queue.open().size() < 4) {
            long xid = queue.begin();
            int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                queue.insert(xid, anyStream(), "g" + random.nextInt(4));
            }
        }
    }

    private void commit() {
        List<Long> open = List.copyOf(queue.open());
        if (!open.isEmpty()) {
            queue.commit(open.get(random.nextInt(open.size())));
        }
    }

    private static String lane(QueueRow row) {
        return row.key().stream() + " " + row.group();
    }

    private List<QueueRow> someLane() {
        if (held.isEmpty()) {
            return List.of();
        }
        String lane = lane(held.get(random.nextInt(held.size())));
        return held.stream().filter(row -> lane(row).equals(lane)).toList();
    }

    /** The first of a lane succeeds. */
    private void complete() {
        List<QueueRow> lane = someLane();
        if (!lane.isEmpty() && !broken.contains(lane.getFirst().key())) {
            QueueRow row = lane.getFirst();
            held.remove(row);
            queue.delete(row.key());
            state.finish(row, false);
        }
    }

    /** The first of a lane fails, and the others go back, too, but not at once. */
    private void fail() {
        List<QueueRow> lane = someLane();
        if (!lane.isEmpty()) {
            lane.forEach(row -> broken.add(row.key()));
            postponed.add(lane(lane.getFirst()));
        }
    }

    private void letGo() {
        List<QueueRow> back =
                held.stream().filter(row -> broken.contains(row.key())).toList();
        if (!back.isEmpty()) {
            letGo(back.get(random.nextInt(back.size())));
        }
    }

    private void letGo(QueueRow row) {
        held.remove(row);
        broken.remove(row.key());
        if (random.nextBoolean()) {
            QueueRow failed = row.failed(queue.now + random.nextInt(4));
            queue.update(failed);
            state.comeBack(failed);
        } else {
            state.comeBack(row);
        }
    }

    private void giveUp() {
        List<QueueRow> lane = someLane();
        if (!ending && !lane.isEmpty()) {
            QueueRow row = lane.getFirst();
            lane.subList(1, lane.size()).forEach(it -> broken.add(it.key()));
            held.remove(row);
            broken.remove(row.key());
            if (settingsOf(row.key().stream()).holds()) {
                queue.giveUp(row);
                state.stands(row);
            } else {
                queue.delete(row.key());
            }
            state.finish(row, true);
        }
    }

    private StreamSettings settingsOf(long stream) {
        return new StreamSettings(stream == CHANGING ? mode : DispatchMode.BLOCK_ON_ERROR, null, 0, 0, false);
    }

    private void change() {
        DispatchMode[] modes = DispatchMode.values();
        mode = modes[random.nextInt(modes.length)];
        version++;
        state.changed(Map.of(CHANGING, settingsOf(CHANGING)), version);
    }

    /** A job that is not in flight ends, and may be put back before the owner has heard that it ended. */
    private void endWaiting() {
        List<QueueRow> waiting =
                queue.visible().stream().filter(row -> !held.contains(row)).toList();
        if (!ending && !waiting.isEmpty()) {
            QueueRow row = waiting.get(random.nextInt(waiting.size()));
            queue.delete(row.key());
            if (random.nextBoolean()) {
                queue.retry(row);
                events();
            }
            state.ended(row.key());
        }
    }

    private void operate() {
        queue.givenUp().stream().findFirst().ifPresent(queue::retry);
        queue.release();
    }

    private void disturb() {
        if (ending) {
            return;
        }
        Shards shard = Shards.of(StreamShards.shardOf(anyStream()));
        switch (random.nextInt(5)) {
            case 0 -> state.gained(shard);
            case 1 -> state.retain(Shards.ALL.minus(shard));
            case 2 -> state.restartIfIdle();
            default -> change();
        }
    }

    private void events() {
        while (random.nextInt(3) > 0) {
            event();
        }
    }

    private OutletDemand demand() {
        if (ending) {
            return new OutletDemand(Set.of(), Set.of(), Map.of(), 5);
        }
        Set<Long> closed = new HashSet<>();
        Map<Long, OutletRoom> rooms = new HashMap<>();
        for (long stream : STREAMS) {
            Set<String> waiting = postponed.stream()
                    .filter(lane -> lane.startsWith(stream + " "))
                    .map(lane -> lane.substring(2))
                    .collect(Collectors.toSet());
            if (random.nextInt(5) == 0) {
                closed.add(stream);
            } else {
                rooms.put(stream, new OutletRoom(1 + random.nextInt(4), waiting, Set.of(), DueRetries.NONE));
            }
        }
        return new OutletDemand(closed, Set.of(), rooms, 1);
    }

    private void claim() {
        ClaimRequest request = new ClaimRequest(
                Shards.ALL,
                1 + random.nextInt(8),
                1 << 20,
                1 + random.nextInt(3),
                Set.of(),
                Set.of(),
                DueRetries.NONE,
                demand());
        state.begin(request);
        JobSelection selection = new JobSelection(request);
        for (int look = 0; look < LOOKS; look++) {
            learn(request);
            ReadPlan plan = state.beginReading(request);
            events();
            StreamRead.ReadResult result = queue.read(plan);
            events();
            if (!ending && random.nextInt(20) == 0) {
                state.readingFailed();
                selection.rows.forEach(state::comeBack);
                return;
            }
            boolean complete = state.read(plan, result);
            assertThat(state.rows()).isLessThanOrEqualTo(kept.inAll() + mostHeld);
            events();
            List<QueueRow> standing = state.standing();
            state.deferred(standing, queue.defer(standing));
            learn(request);
            events();
            state.choose(selection);
            if (complete && (!selection.rows.isEmpty() || !state.mayReadMore(selection))) {
                break;
            }
        }
        handOut(selection);
    }

    private void learn(ClaimRequest request) {
        List<Long> unknown = state.unknown(request.outlets());
        long before = state.settingsVersion();
        events();
        Map<Long, StreamSettings> found = unknown.stream().collect(Collectors.toMap(it -> it, this::settingsOf));
        events();
        state.learned(unknown, found, before);
    }

    private void handOut(JobSelection selection) {
        if (!ending && random.nextInt(10) == 0) {
            selection.rows.forEach(state::comeBack);
            return;
        }
        List<QueueRow> handedOut = new ArrayList<>();
        for (QueueRow row : selection.rows) {
            if (queue.contains(row.key())) {
                handedOut.add(row);
            } else {
                state.finish(row, true);
            }
        }
        state.inFlight().handOut(++claims, handedOut);
        for (QueueRow row : handedOut) {
            assertThat(held).doesNotContain(row);
            Set<QueueKey> inHand = held.stream().map(QueueRow::key).collect(Collectors.toSet());
            if (row.key().stream() != CHANGING) {
                assertThat(inHand).as("what is before " + row).containsAll(queue.before(row));
            }
            held.add(row);
        }
        mostHeld = Math.max(mostHeld, held.size());
    }

    private void end() {
        ending = true;
        while (!queue.open().isEmpty()) {
            commit();
        }
        List.copyOf(held).forEach(this::letGo);
        for (int i = 0; i < MOST_CLAIMS_TO_END && !queue.isEmpty(); i++) {
            queue.now += 10;
            operate();
            claim();
            while (!held.isEmpty()) {
                complete();
                letGo();
            }
        }
        assertThat(queue.isEmpty()).as("all is delivered").isTrue();
    }
}
