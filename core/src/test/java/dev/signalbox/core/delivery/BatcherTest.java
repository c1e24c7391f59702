package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What goes into one request. */
class BatcherTest {
    private static final RetryPolicy POLICY =
            new RetryPolicy(3, new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));

    private final SuspectTrial trial =
            new SuspectTrial(new SharedPermits(1, new SharedPermits.ProcessRequests()).share(() -> {}));
    private final Batcher batcher =
            new Batcher(new SinkLimits(4, 100), POLICY, message -> message.attempts() > 0, trial);

    private Lane lane(Lane.QueuedMessage... messages) {
        Lane lane = new Lane(OutletFixtures.outlet(trial), "group", 0, 0);
        List.of(messages).forEach(lane::add);
        batcher.add(lane);
        return lane;
    }

    private static Lane.QueuedMessage held(String id, int bytes) {
        return new Lane.QueuedMessage(new MiniOutbox.Row(id).size(bytes).message(), Integer.MAX_VALUE);
    }

    private static Lane.QueuedMessage narrowed(String id, int company, long bytes) {
        Lane.QueuedMessage queuedMessage = held(id, 10);
        queuedMessage.narrow(new Verdict.Narrow(company, bytes));
        return queuedMessage;
    }

    private List<String> next() {
        return ids(batcher.next(Integer.MAX_VALUE));
    }

    private static List<String> ids(List<InFlightBatch.LaneMessages> laneMessages) {
        return InFlightBatch.of(laneMessages, false, 0).batch().stream()
                .map(it -> it.id())
                .toList();
    }

    @Test
    void takesTheHeadsOfManyLanesEachInItsOrder() {
        lane(held("a1", 10), held("a2", 10));
        lane(held("b1", 10));
        lane(held("c1", 10), held("c2", 10));

        assertThat(next()).containsExactly("a1", "a2", "b1", "c1");
        assertThat(batcher.isEmpty())
                .as("lanes that departed do not send again")
                .isTrue();
    }

    @Test
    void keepsTheLimitOfBytesButTakesALargeMessageByItself() {
        lane(held("a1", 60), held("a2", 60));
        lane(held("b1", 40));
        lane(held("c1", 500));

        assertThat(next()).containsExactly("a1", "b1");
        assertThat(next()).containsExactly("c1");
        assertThat(next()).isEmpty();
    }

    @Test
    void countsWhatTheSinkSendsBesidesThePayload() {
        Batcher framed = new Batcher(
                new SinkLimits(4, 100).sizedBy(message -> message.size() + 30), POLICY, message -> false, trial);
        Lane lane = new Lane(OutletFixtures.outlet(trial), "group", 0, 0);
        Lane.QueuedMessage narrow = held("a4", 10);
        narrow.narrow(new Verdict.Narrow(3, 60));
        List.of(held("a1", 10), held("a2", 20), held("a3", 10), narrow).forEach(lane::add);
        framed.add(lane);

        assertThat(ids(framed.next(Integer.MAX_VALUE)))
                .as("40 and 50 bytes fit into 100")
                .containsExactly("a1", "a2");
        framed.add(lane);
        assertThat(ids(framed.next(Integer.MAX_VALUE)))
                .as("a message that may only be among 60 bytes does not join 40 with 40 of its own")
                .containsExactly("a3");
    }

    @Test
    void keepsTheCompanyThatEachMessageMayHave() {
        lane(held("a1", 10));
        lane(narrowed("b1", 1, Long.MAX_VALUE));
        lane(narrowed("c1", 2, Long.MAX_VALUE));
        lane(held("d1", 10));

        assertThat(next()).containsExactly("a1", "c1");
        assertThat(next()).containsExactly("b1");
        assertThat(next()).containsExactly("d1");
    }

    @Test
    void keepsTheBytesThatAMessageMayShare() {
        lane(narrowed("a1", 4, 25));
        lane(held("b1", 20));
        lane(held("c1", 15));

        assertThat(next()).containsExactly("a1", "c1");
    }

    @Test
    void endsALanesRunBeforeAHopelessMessage() {
        Lane lane = lane(
                held("a1", 10),
                new Lane.QueuedMessage(
                        new MiniOutbox.Row("a2").leftBehind(10_000).message(), 4),
                held("a3", 10));

        assertThat(next()).containsExactly("a1");
        assertThat(lane.size()).isEqualTo(2);
    }

    @Test
    void aProbeTakesOne() {
        lane(held("a1", 10), held("a2", 10));

        assertThat(batcher.next(1))
                .hasSize(1)
                .first()
                .satisfies(run -> assertThat(run.messages()).hasSize(1));
    }

    @Test
    void everyLaneComesToItsTurn() {
        lane(narrowed("x1", 1, Long.MAX_VALUE));
        IntStream.range(0, 20).forEach(i -> lane(held("g" + i, 10)));
        lane(narrowed("y1", 1, Long.MAX_VALUE));

        assertThat(next()).containsExactly("x1");
        for (int i = 0; i < 5; i++) {
            assertThat(next()).hasSize(4);
        }
        assertThat(next()).containsExactly("y1");
    }

    @Test
    void knowsWhenTheNextBatchMustBeTheOnlyOne() {
        lane(new Lane.QueuedMessage(
                new MiniOutbox.Row("a1").suspicion(Suspicion.suspect(1, 0)).message(), 1));
        lane(held("b1", 10));

        assertThat(batcher.isNextSuspect()).isTrue();
        assertThat(ids(batcher.nextSuspects(Integer.MAX_VALUE))).containsExactly("a1");
        assertThat(batcher.isNextSuspect()).isFalse();
    }

    private static Lane.QueuedMessage suspect(String id, int together) {
        return new Lane.QueuedMessage(
                new MiniOutbox.Row(id).suspicion(Suspicion.suspect(together, 0)).message(), Integer.MAX_VALUE);
    }

    @Test
    void takesNoMoreSuspectsThanEachOfThemAllows() {
        lane(suspect("a1", 3), suspect("a2", 3));
        lane(suspect("b1", 2));
        lane(suspect("c1", 3));
        lane(held("d1", 10));

        assertThat(ids(batcher.nextSuspects(Integer.MAX_VALUE))).containsExactly("a1", "a2", "c1");
        assertThat(trial.admits(batcher.firstSuspect())).isFalse();
    }

    @Test
    void suspectsAndOthersDoNotShareABatch() {
        lane(held("a1", 10), suspect("a2", 9));
        lane(suspect("b1", 9), held("b2", 10));

        assertThat(next()).containsExactly("a1");
        assertThat(ids(batcher.nextSuspects(Integer.MAX_VALUE))).containsExactly("b1");
    }

    @Test
    void whatMustBeTheOnlyOneIsPassedByTheOthersAndKeepsItsPlace() {
        lane(held("a1", 10));
        lane(new Lane.QueuedMessage(
                new MiniOutbox.Row("b1").suspicion(Suspicion.suspect(1, 0)).message(), 1));
        assertThat(batcher.isNextSuspect()).as("another one came first").isFalse();

        assertThat(next()).containsExactly("a1");
        lane(held("c1", 10));
        assertThat(batcher.isNextSuspect()).isTrue();
        assertThat(next()).containsExactly("c1");
        assertThat(batcher.hasOrdinary()).isFalse();
        assertThat(batcher.isEmpty()).isFalse();
    }
}
