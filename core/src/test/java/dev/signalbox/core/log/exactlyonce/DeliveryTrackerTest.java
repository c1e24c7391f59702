package dev.signalbox.core.log.exactlyonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.DeliveryTracker;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.DeliveryTracker.DeliveryState;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveryTrackerTest {
    private static final Incarnation OWNER = new Incarnation("one");
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");
    private static final int GENERATION = 7;

    private static OpenResult.Opened opened(
            long position, long horizon, List<Long> ahead, DeferredGroupRow... deferredGroupRow) {
        var feedState = new ProgressUpdate.FeedState(new Cursor(position, horizon), ahead, null);
        return new OpenResult.Opened(1, GENERATION, feedState, List.of(deferredGroupRow), Suspects.NONE, 0);
    }

    private static DeliveryTracker tracker() {
        return new DeliveryTracker(OWNER, opened(10, 100, List.of()));
    }

    private static Message event(long position, String group, String payload, long claim) {
        return new Message(
                Long.toString(position),
                group,
                0,
                "type",
                Payload.of(payload),
                0,
                TIME,
                new Claim(claim, TIME),
                Suspicion.NONE,
                new EventMetadata(position, 90, List.of()),
                Map.of());
    }

    private static Message event(long position) {
        return event(position, "g", "content", 1);
    }

    private static Checkpoint checkpointOf(int generation, Message... messages) {
        return new Checkpoint(
                generation,
                List.of(messages).stream().map(CheckpointedEvent::of).toList());
    }

    private static void settle(DeliveryTracker tracker, Message message, Verdict.Final verdict) {
        tracker.settled(OWNER, List.of(new Settlement(message, verdict)), Set.of(message.id()));
    }

    @Test
    void aCheckpointIsReadAsItWasWritten() {
        Checkpoint checkpoint = checkpointOf(GENERATION, event(11), event(500, "other", "{}", 3));

        assertThat(Checkpoint.of(checkpoint.bytes())).isEqualTo(checkpoint);
        assertThatThrownBy(() -> Checkpoint.of("{\"version\":2}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("signalbox-note 1");
    }

    @Test
    void whatAnEarlierOwnerHasDeliveredIsNotSent() {
        DeliveryTracker tracker = tracker();
        tracker.read(checkpointOf(GENERATION, event(11)));
        tracker.claimed(OWNER, List.of(event(11), event(12)));

        assertThat(tracker.of(event(11))).isEqualTo(DeliveryState.DELIVERED);
        assertThat(tracker.of(event(12))).isEqualTo(DeliveryState.TO_BE_SENT);
    }

    @Test
    void anotherEventAtTheSamePositionIsSent() {
        DeliveryTracker tracker = tracker();
        tracker.read(checkpointOf(GENERATION, event(11)));
        Message other = event(11, "g", "other content", 1);
        tracker.claimed(OWNER, List.of(other));

        assertThat(tracker.of(other)).isEqualTo(DeliveryState.TO_BE_SENT);
    }

    @Test
    void aCheckpointFromBeforeTheRowWasMovedCountsForNothing() {
        DeliveryTracker tracker = tracker();
        tracker.read(checkpointOf(GENERATION - 1, event(11)));
        tracker.claimed(OWNER, List.of(event(11)));

        assertThat(tracker.of(event(11))).isEqualTo(DeliveryState.TO_BE_SENT);
        assertThat(tracker.checkpointWith(List.of(event(11)))).isEqualTo(checkpointOf(GENERATION, event(11)));
    }

    @Test
    void whatTheDatabaseHasAsDoneLeavesTheCheckpoint() {
        DeliveryTracker tracker = tracker();
        tracker.read(checkpointOf(GENERATION, event(9), event(10), event(11)));
        assertThat(tracker.checkpointWith(List.of())).isEqualTo(checkpointOf(GENERATION, event(11)));

        tracker.claimed(OWNER, List.of(event(11), event(12)));
        tracker.delivered(List.of(event(12)));
        settle(tracker, event(11), Verdict.COMPLETE);

        assertThat(tracker.checkpointWith(List.of())).isEqualTo(checkpointOf(GENERATION, event(12)));
        assertThat(tracker.of(event(11))).isEqualTo(DeliveryState.NOT_IN_FLIGHT);
    }

    @Test
    void deferredAndLateEventsStayInTheCheckpoint() {
        DeferredGroupRow group =
                new DeferredGroupRow(DeferredGroupKey.of("deferred"), List.of(3L), 5, List.of(6L), null);
        DeliveryTracker tracker = new DeliveryTracker(OWNER, opened(10, 91, List.of(13L), group));
        Message straggler = event(3, "deferred", "", 1);
        Message ofTheRun = event(7, "deferred", "", 1);
        Message late = new Message(
                "8",
                "g",
                0,
                "type",
                Payload.of(""),
                0,
                TIME,
                new Claim(1, TIME),
                Suspicion.NONE,
                new EventMetadata(8, 91, List.of()),
                Map.of());
        tracker.read(checkpointOf(
                GENERATION, straggler, event(5), event(6, "deferred", "", 1), ofTheRun, late, event(13, "g", "", 1)));

        assertThat(tracker.checkpointWith(List.of())).isEqualTo(checkpointOf(GENERATION, straggler, ofTheRun, late));
    }

    @Test
    void aTransactionOfWhichTheEndIsNotKnownIsLookedUp() {
        DeliveryTracker tracker = tracker();
        tracker.readNothing();
        tracker.claimed(OWNER, List.of(event(11), event(12)));
        tracker.markUncertain(List.of(event(11), event(12)));
        settle(tracker, event(11), Verdict.RELEASE);
        assertThat(tracker.isCurrent()).isFalse();

        tracker.read(checkpointOf(GENERATION, event(11)));
        tracker.claimed(OWNER, List.of(event(11, "g", "content", 2)));

        assertThat(tracker.isCurrent()).isTrue();
        assertThat(tracker.of(event(11, "g", "content", 2)))
                .as("delivered, although it was released before that was known")
                .isEqualTo(DeliveryState.DELIVERED);
        assertThat(tracker.of(event(12))).isEqualTo(DeliveryState.TO_BE_SENT);
    }

    @Test
    void aLaterCheckpointDoesNotBringBackWhatIsSettled() {
        DeliveryTracker tracker = tracker();
        tracker.readNothing();
        tracker.claimed(OWNER, List.of(event(11), event(12)));
        tracker.delivered(List.of(event(11)));
        settle(tracker, event(11), Verdict.COMPLETE);
        tracker.markUncertain(List.of(event(12)));

        tracker.read(checkpointOf(GENERATION, event(11)));

        assertThat(tracker.checkpointWith(List.of())).isEqualTo(checkpointOf(GENERATION));
    }

    @Test
    void onlyWhatThisOwnerHasClaimedIsSent() {
        DeliveryTracker tracker = tracker();
        tracker.readNothing();
        tracker.claimed(new Incarnation("two"), List.of(event(11)));
        tracker.claimed(OWNER, List.of(event(12, "g", "content", 2)));

        assertThat(tracker.of(event(11))).isEqualTo(DeliveryState.NOT_IN_FLIGHT);
        assertThat(tracker.of(event(12))).as("of an earlier claim").isEqualTo(DeliveryState.NOT_IN_FLIGHT);
    }
}
