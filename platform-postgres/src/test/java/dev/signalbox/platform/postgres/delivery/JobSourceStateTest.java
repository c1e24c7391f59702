package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.registry.DispatchMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is remembered of streams, and what is forgotten. */
class JobSourceStateTest {
    private static final StreamSettings BLOCKS = new StreamSettings(DispatchMode.BLOCK_ON_ERROR, null, 0, 0, false);
    private static final StreamSettings SLOWER = new StreamSettings(DispatchMode.BLOCK_ON_ERROR, null, 60, 0, false);

    private final SimulatedQueue queue = new SimulatedQueue();

    private void write(long stream, int groups) {
        long xid = queue.begin();
        for (int i = 0; i < groups; i++) {
            queue.insert(xid, stream, "g" + i);
        }
        queue.commit(xid);
    }

    private static ClaimRequest request(Long... closed) {
        return JobSourceFixture.request(new OutletDemand(Set.of(closed), Set.of(), Map.of(), 1_000));
    }

    private void read(JobSourceState state, ClaimRequest request) {
        StreamRead.ReadPlan plan = state.beginReading(request);
        state.read(plan, queue.read(plan));
    }

    private JobSelection claim(JobSourceState state, ClaimRequest request) {
        state.begin(request);
        read(state, request);
        List<Long> unknown = state.unknown(request.outlets());
        unknown.forEach(stream -> state.learned(List.of(stream), Map.of(stream, BLOCKS), 1));
        read(state, request);
        JobSelection selection = new JobSelection(request);
        state.choose(selection);
        return selection;
    }

    private JobSourceState state(ReadAheadLimit kept) {
        JobSourceState state = new JobSourceState(() -> 0, kept);
        state.firstSettingsVersion(1);
        return state;
    }

    @Test
    void settingsThatWereReadBeforeAChangeDoNotReplaceIt() {
        write(1, 1);
        JobSourceState state = state(ReadAheadLimit.DEFAULT);
        state.begin(request());
        read(state, request());
        assertThat(state.unknown(request().outlets())).containsExactly(1L);

        state.changed(Map.of(1L, SLOWER), 2);
        state.learned(List.of(1L), Map.of(1L, BLOCKS), 1);

        assertThat(state.settingsOf(1)).isNull();
        assertThat(state.unknown(request().outlets())).containsExactly(1L);
        state.learned(List.of(1L), Map.of(1L, SLOWER), 2);
        assertThat(state.settingsOf(1)).isEqualTo(SLOWER);
    }

    @Test
    void ofTwoThreadsThatReadTheFirstVersionOneCounts() {
        JobSourceState state = state(ReadAheadLimit.DEFAULT);
        state.firstSettingsVersion(3);

        assertThat(state.settingsVersion()).isEqualTo(1);
    }

    @Test
    void whatIsInFlightOfAStreamThatIsLearnedLateStillHoldsItsGroup() {
        write(1, 1);
        write(1, 1);
        JobSourceState state = state(ReadAheadLimit.DEFAULT);
        List<QueueRow> both = claim(state, request()).rows;
        state.comeBack(both.getLast());
        state.gained(Shards.of(StreamShards.shardOf(1)));
        claim(state, request(1L));
        state.gained(Shards.of(StreamShards.shardOf(2)));

        assertThat(claim(state, request()).rows).isEmpty();
        state.finish(both.getFirst(), false);
        assertThat(claim(state, request()).rows).containsExactly(both.getLast());
    }

    @Test
    void theRowsOfALargeGroupThatWereForgottenStandLikeThoseInMemory() {
        for (int i = 0; i < 2 * StreamBuffer.MOST_OF_GROUP; i++) {
            write(1, 1);
        }
        JobSourceState state = state(ReadAheadLimit.DEFAULT);
        List<QueueRow> claimed = claim(state, request()).rows;
        QueueRow first = claimed.getFirst();
        queue.giveUp(first);
        state.stands(first);
        state.finish(first, true);
        claimed.subList(1, claimed.size()).forEach(state::comeBack);

        for (int round = 0; round < 5; round++) {
            assertThat(claim(state, request()).rows).isEmpty();
            List<QueueRow> standing = state.standing();
            state.deferred(standing, queue.defer(standing));
        }
        assertThat(queue.visible()).as("what is not deferred").isEmpty();
    }

    @Test
    void whatWasForgottenOfAGroupIsReadAgainHoweverLittleRoomThereIs() {
        for (int i = 0; i < 50; i++) {
            write(1, 1);
        }
        JobSourceState state = state(new ReadAheadLimit(5, 100, 10));
        ClaimRequest one = new ClaimRequest(
                Shards.ALL, 100, 1 << 20, 1, Set.of(), Set.of(), DueRetries.NONE, JobSourceFixture.demand());
        for (int i = 0; i < 50; i++) {
            QueueRow first = claim(state, one).rows.getFirst();
            QueueRow later = first.dueAt(queue.now + 1);
            queue.update(later);
            state.comeBack(later);
            read(state, one);
            queue.now += 10;
            read(state, one);

            assertThat(claim(state, one).rows).as("round " + i).containsExactly(later);
            queue.delete(later.key());
            state.finish(later, false);
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aDeletedStreamOfWhichSomethingTurnsUpWhileNothingIsFoundIsLookedAtAgain() {
        write(1, 1);
        JobSourceState state = state(ReadAheadLimit.DEFAULT);
        QueueRow row = claim(state, request()).rows.getFirst();
        state.changed(Map.of(1L, StreamSettings.MISSING), 2);
        queue.delete(row.key());
        state.ended(row.key());
        state.finish(row, true);
        assertThat(state.deleted()).containsExactly(1L);

        write(1, 1);
        read(state, request());
        state.emptied(List.of(1L));
        assertThat(state.deleted()).containsExactly(1L);

        state.emptied(List.of(1L));
        assertThat(state.deleted()).isEmpty();
    }

    @Test
    void whatIsKeptOfClosedStreamsMakesRoomForOthersAndIsReadAgain() {
        JobSourceState state = state(new ReadAheadLimit(1_000, 100, 60));
        write(1, 300);
        JobSelection first = claim(state, request());
        first.rows.forEach(state::comeBack);
        assertThat(state.rows()).isEqualTo(60);
        write(2, 300);

        JobSelection second = claim(state, request(1L));

        assertThat(second.rows).isNotEmpty().allMatch(row -> row.key().stream() == 2);
        assertThat(state.rows() + second.rows.size()).isLessThanOrEqualTo(100);
        assertThat(claim(state, request(2L)).rows.getFirst().position())
                .isEqualTo(first.rows.getFirst().position());
    }

    @Test
    void rowsThatWaitForATimeMakeRoomForOthersAndAreReadAgainInTheirTime() {
        JobSourceState state = state(new ReadAheadLimit(1_000, 100, 60));
        write(1, 100);
        for (QueueRow row : claim(state, request()).rows) {
            QueueRow later = row.dueAt(queue.now + 5_000);
            queue.update(later);
            state.comeBack(later);
        }
        write(2, 300);

        JobSelection second = claim(state, request());
        assertThat(second.rows).isNotEmpty().allMatch(row -> row.key().stream() == 2);
        assertThat(state.rows()).isLessThanOrEqualTo(100);

        queue.now += 20_000;
        claim(state, request(1L, 2L));
        JobSelection third = claim(state, request(2L));
        assertThat(third.rows).isNotEmpty().allMatch(row -> row.key().stream() == 1);
    }
}
