package dev.signalbox.testkit.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a relay relies on with every sink, whatever it speaks. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // The fixture is set before each test.
public abstract class SinkContract {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private SinkFixture fixture;
    private Sink sink;

    protected abstract SinkFixture fixture() throws Exception;

    @BeforeEach
    void open() throws Exception {
        fixture = fixture();
        sink = fixture.sink();
    }

    @AfterEach
    void close() {
        if (fixture != null) {
            fixture.close();
        }
    }

    /** A message of a group, known by both. */
    protected static Message message(String group, int number) {
        String id = group + "-" + number;
        return message(id, group, Payload.of("{\"id\":\"" + id + "\"}"));
    }

    protected static Message message(String id, String group, Payload payload) {
        return new Message(id, group, 0, "tested", payload, 0, NOW, new Claim(1, NOW), Suspicion.NONE);
    }

    private static List<Message> batch(String group, int from, int size) {
        return IntStream.range(from, from + size)
                .mapToObj(number -> message(group, number))
                .toList();
    }

    private static List<String> ids(List<Message> batch) {
        return batch.stream().map(Message::id).toList();
    }

    /** What is said of each message. */
    private static List<Outcome> outcomes(Answer answer, int size) {
        List<Outcome> outcomes = switch (answer) {
            case Answer.Whole(Outcome outcome) -> Collections.nCopies(size, outcome);
            case Answer.Each(List<Outcome> each) -> each;
            case Answer.Mixed mixed ->
                mixed.known().stream()
                        .map(known -> known == null ? mixed.rest() : known)
                        .toList();
        };
        assertThat(outcomes).hasSize(size);
        return outcomes;
    }

    private void assertDelivers(List<Message> batch) throws Exception {
        assertThat(outcomes(sink.send(batch), batch.size())).containsOnly(Outcome.DELIVERED);
        assertThat(fixture.received()).containsAll(ids(batch));
    }

    @Test
    void theMessagesOfAGroupArriveInTheirOrder() throws Exception {
        List<Message> batch = new ArrayList<>();
        for (int number = 100; number < 120; number++) {
            for (String group : List.of("a", "b", "c")) {
                batch.add(message(group, number));
            }
        }

        assertDelivers(batch);
        assertDelivers(batch("a", 120, 10));

        List<String> received = fixture.received();
        assertThat(received).hasSize(70).doesNotHaveDuplicates();
        for (String group : List.of("a", "b", "c")) {
            assertThat(received.stream().filter(id -> id.startsWith(group + "-")))
                    .isSorted();
        }
    }

    @Test
    void nothingIsDeliveredAtOnce() throws Exception {
        assertThat(sink.send(List.of())).isEqualTo(Answer.DELIVERED);
    }

    @Test
    void aMessageThatIsRefusedHurtsOnlyItself() throws Exception {
        assumeTrue(fixture.refused("r").isPresent(), "OPTIONAL: this sink refuses no message");
        List<Message> batch = List.of(message("a", 1), fixture.refused("r-1").orElseThrow(), message("b", 1));

        List<Outcome> outcomes = outcomes(sink.send(batch), 3);

        assertThat(outcomes.get(0)).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes.get(1))
                .isInstanceOfAny(Outcome.Rejected.class, Outcome.Failed.class, Outcome.TooLarge.class);
        assertThat(outcomes.get(2)).isEqualTo(Outcome.DELIVERED);
        assertThat(fixture.received()).containsExactlyInAnyOrder("a-1", "b-1");
    }

    @Test
    void whatComesTooLateDoesNotLeave() throws Exception {
        assumeTrue(fixture.sendsOneByOne(), "OPTIONAL: this sink sends a batch in one request");
        assertDelivers(batch("a", 1, 1));

        Answer answer = sink.send(batch("a", 2, 3), fixture.clock().nanos() - 1);

        assertThat(outcomes(answer, 3)).containsOnly(Outcome.NOT_ATTEMPTED);
        assertDelivers(batch("a", 5, 1));
        assertThat(fixture.received()).containsExactly("a-1", "a-5");
    }

    @Test
    void aDestinationThatHangsDoesNotHoldACallForLongerThanItsDeadline() throws Exception {
        assertDelivers(batch("a", 1, 1));
        fixture.hang();
        try {
            Answer answer = inBackground(batch("a", 2, 2)).answer().get(30, TimeUnit.SECONDS);
            assertThat(outcomes(answer, 2)).doesNotContain(Outcome.DELIVERED).allSatisfy(SinkContract::isNoFault);
        } finally {
            fixture.resume();
        }
        assertDeliversSoon(batch("b", 1, 2));
    }

    @Test
    void aDestinationThatCannotBeReachedIsAnOutage() throws Exception {
        try (Sink unreachable = fixture.unreachable()) {
            List<Outcome> outcomes = outcomes(unreachable.send(batch("a", 1, 2)), 2);
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Unavailable.class);
            assertThat(outcomes.getLast()).isInstanceOfAny(Outcome.Unavailable.class, Outcome.NotAttempted.class);
        }
    }

    @Test
    void whatIsAbandonedAndHasNotLeftDoesNotArriveLater() throws Exception {
        assertDelivers(batch("a", 1, 1));
        fixture.hang();
        List<Outcome> outcomes;
        try {
            Call call = underWay(batch("a", 2, 3));
            sink.abandon();
            outcomes = outcomes(call.answer().get(30, TimeUnit.SECONDS), 3);
        } finally {
            fixture.resume();
        }
        assertDeliversSoon(batch("b", 1, 1));
        List<String> received = fixture.received();
        for (int i = 0; i < 3; i++) {
            if (outcomes.get(i) instanceof Outcome.NotAttempted || outcomes.get(i) instanceof Outcome.Unavailable) {
                assertThat(received).doesNotContain("a-" + (i + 2));
            }
        }
    }

    @Test
    void closingEndsWhatIsUnderWayAndLaterCallsAreRefused() throws Exception {
        assertDelivers(batch("a", 1, 1));
        fixture.hang();
        try {
            Call call = underWay(batch("a", 2, 2));
            sink.close();
            assertThat(outcomes(call.answer().get(30, TimeUnit.SECONDS), 2))
                    .doesNotContain(Outcome.DELIVERED)
                    .allSatisfy(SinkContract::isNoFault);
        } finally {
            fixture.resume();
        }
        assertThat(outcomes(sink.send(batch("a", 4, 1)), 1).getFirst()).isInstanceOf(Outcome.Unavailable.class);
        sink.close();
    }

    @Test
    void concurrentCallsGetTheAnswersToTheirOwnMessages() throws Exception {
        List<Call> calls = new ArrayList<>();
        for (int group = 100; group < 132; group++) {
            calls.add(inBackground(batch("g" + group, 100, 20)));
        }
        for (Call call : calls) {
            assertThat(outcomes(call.answer().get(30, TimeUnit.SECONDS), 20)).containsOnly(Outcome.DELIVERED);
        }
        List<String> received = fixture.received();
        assertThat(received).hasSize(640).doesNotHaveDuplicates();
        for (int group = 100; group < 132; group++) {
            String prefix = "g" + group + "-";
            assertThat(received.stream().filter(id -> id.startsWith(prefix))).isSorted();
        }
    }

    @Test
    void aBatchOfTheLargestSizeIsTaken() throws Exception {
        int size = sink.limits().messages();
        List<Message> batch = IntStream.range(0, size)
                .mapToObj(number -> message("group" + number % 7, number))
                .toList();
        assertDelivers(batch);
        assertThat(fixture.received()).hasSize(size);
    }

    @Test
    void anInterruptEndsACallAndTheSinkStaysUsable() throws Exception {
        assertDelivers(batch("a", 1, 1));
        fixture.hang();
        try {
            Call call = underWay(batch("a", 2, 2));
            call.thread().interrupt();
            assertThatThrownBy(() -> call.answer().get(30, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(InterruptedException.class);
        } finally {
            fixture.resume();
        }
        assertDeliversSoon(batch("b", 1, 1));
    }

    @Test
    void aFaultOfTheSinkItselfIsAnExceptionAndConcernsThatCallAlone() throws Exception {
        List<Message> broken = new AbstractList<>() {
            @Override
            public Message get(int index) {
                throw new IllegalStateException("broken batch");
            }

            @Override
            public int size() {
                return 2;
            }
        };

        assertThatThrownBy(() -> sink.send(broken)).hasStackTraceContaining("broken batch");

        assertDelivers(batch("a", 1, 2));
        assertThat(fixture.received()).containsExactly("a-1", "a-2");
    }

    /** The outcome of a destination that does not answer: it concerns no message by itself. */
    private static void isNoFault(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfAny(Outcome.Unavailable.class, Outcome.Unknown.class, Outcome.NotAttempted.class);
    }

    /** After a trouble the first calls may find connections that are over. */
    private void assertDeliversSoon(List<Message> batch) throws Exception {
        List<Outcome> outcomes = List.of();
        for (int i = 0; i < 10; i++) {
            outcomes = outcomes(sink.send(batch), batch.size());
            if (outcomes.stream().allMatch(Outcome.DELIVERED::equals)) {
                return;
            }
        }
        assertThat(outcomes).containsOnly(Outcome.DELIVERED);
    }

    /** A call in a thread of its own. */
    private record Call(Thread thread, CompletableFuture<Answer> answer) {}

    /** A call that waits for its answer. */
    private Call underWay(List<Message> batch) {
        Call call = inBackground(batch);
        while (call.thread().getState() != Thread.State.WAITING
                && call.thread().getState() != Thread.State.TIMED_WAITING
                && !call.answer().isDone()) {
            Thread.onSpinWait();
        }
        return call;
    }

    private Call inBackground(List<Message> batch) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread thread = Thread.startVirtualThread(() -> {
            try {
                answer.complete(sink.send(batch));
            } catch (InterruptedException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return new Call(thread, answer);
    }
}
