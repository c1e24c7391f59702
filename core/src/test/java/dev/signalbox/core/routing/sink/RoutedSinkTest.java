package dev.signalbox.core.routing.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.routing.InMemoryDeliveryLedger;
import dev.signalbox.core.routing.RoutedMessageFixtures;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several clusters at once, some of them slow or unavailable. */
@Timeout(20)
class RoutedSinkTest {
    private static final Incarnation OWNER = new Incarnation("owner");
    private static final Outcome DOWN = new Outcome.Unavailable("connection refused");
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final Cluster eu = new Cluster();
    private final Cluster us = new Cluster();
    private final InMemoryDeliveryLedger ledger = new InMemoryDeliveryLedger();
    private final AtomicLong passed = new AtomicLong();
    private RoutedSink sink = sink(PATIENCE);

    private RoutedSink sink(Duration patience) {
        return new RoutedSink(new RoutedSink.Components(
                "shop",
                new Routes(Map.of(
                        new Glob("Eu"), new Route(List.of("eu"), List.of(), Route.Strategy.ALL_MUST_SUCCEED),
                        new Glob("All"), new Route(List.of("eu", "us"), List.of(), Route.Strategy.ALL_MUST_SUCCEED),
                        new Glob("One"), new Route(List.of("eu", "us"), List.of(), Route.Strategy.AT_LEAST_ONE),
                        new Glob("Extra"), new Route(List.of("eu"), List.of("us"), Route.Strategy.AT_LEAST_ONE))),
                Map.of("eu", eu, "us", us),
                ledger,
                Optional.of(ledger),
                patience,
                () -> Clock.SYSTEM.nanos() + passed.get()));
    }

    /** A cluster that answers when it is allowed to. */
    private static final class Cluster implements Sink {
        final List<String> received = Collections.synchronizedList(new ArrayList<>());
        volatile Outcome outcome = Outcome.DELIVERED;
        volatile Semaphore answers = new Semaphore(1_000);

        @Override
        public SinkLimits limits() {
            return new SinkLimits(100, 1 << 20);
        }

        @Override
        public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
            batch.forEach(message -> received.add(message.id()));
            answers.acquire();
            return new Answer.Whole(outcome);
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }

    @AfterEach
    void close() {
        sink.close();
    }

    private List<Outcome> send(String... messages) throws InterruptedException {
        return ((Answer.Each) sink.send(OWNER, RoutedMessageFixtures.of(messages), Long.MAX_VALUE)).outcomes();
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    private void pass(Duration time) {
        passed.addAndGet(time.toNanos());
    }

    @Test
    void aRetryGoesOnlyWhereItIsMissing() throws InterruptedException {
        us.outcome = DOWN;
        assertThat(send("_1:All").getFirst()).isInstanceOf(Outcome.Postponed.class);
        assertThat(ledger.delivered).isEqualTo(Map.of("_1", Set.of("eu")));

        us.outcome = Outcome.DELIVERED;
        pass(Duration.ofSeconds(5));
        assertThat(send("_1:All")).containsExactly(Outcome.DELIVERED);

        assertThat(eu.received).containsExactly("_1");
        assertThat(us.received).containsExactly("_1", "_1");
        assertThat(ledger.delivered).isEmpty();
    }

    @Test
    void aClusterThatIsAwayIsNotAskedForEveryBatchAndOthersGoOn() throws InterruptedException {
        us.outcome = DOWN;
        send("_1:All");
        assertThat(sink.outages()).isEqualTo(Map.of("us", "connection refused"));

        for (int i = 0; i < 20; i++) {
            List<Outcome> outcomes = send("_2:All", "_3:Eu");
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Postponed.class);
            assertThat(outcomes.getLast()).isEqualTo(Outcome.DELIVERED);
        }

        assertThat(us.received).containsExactly("_1");
        assertThat(eu.received).hasSize(21);
    }

    @Test
    void aClusterThatDoesNotAnswerDelaysOthersOnceAndItsLateAnswerCounts() throws InterruptedException {
        us.answers = new Semaphore(0);
        List<Outcome> first = send("_1:All", "_2:Eu");
        assertThat(first.getFirst()).isInstanceOf(Outcome.Postponed.class);
        assertThat(first.getLast()).isEqualTo(Outcome.DELIVERED);
        assertThat(send("_1:All").getFirst()).as("still on its way").isInstanceOf(Outcome.Postponed.class);

        us.answers.release(10);
        await(() -> sink.outages().isEmpty()
                && ledger.delivered.getOrDefault("_1", Set.of()).contains("us"));
        await(() -> sendsDelivered("_1:All"));
        assertThat(us.received).as("sent once").containsExactly("_1");
        assertThat(eu.received).containsExactly("_1", "_2");
    }

    @Test
    void aClusterThatIsKnownToBeAwayIsHardlyWaitedForWhenItIsAskedAgain() throws InterruptedException {
        sink = sink(Duration.ofHours(1));
        us.outcome = DOWN;
        send("_1:All");
        pass(Duration.ofSeconds(5));
        us.answers = new Semaphore(0);
        us.outcome = Outcome.DELIVERED;

        List<Outcome> outcomes = send("_1:All", "_2:Eu");
        assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Postponed.class);
        assertThat(outcomes.getLast()).isEqualTo(Outcome.DELIVERED);
        assertThat(us.received).as("asked again").containsExactly("_1", "_1");

        us.answers.release(10);
        await(() -> sendsDelivered("_1:All"));
        assertThat(us.received).as("its late answer counts").hasSize(2);
    }

    @Test
    void aLateAnswerCountsForAMessageOfOneClusterToo() throws InterruptedException {
        eu.answers = new Semaphore(0);
        assertThat(send("_1:Eu").getFirst()).isInstanceOf(Outcome.Postponed.class);
        eu.answers.release(10);
        await(() -> sendsDelivered("_1:Eu"));

        assertThat(eu.received).containsExactly("_1");
        assertThat(ledger.delivered).isEmpty();
    }

    private boolean sendsDelivered(String message) {
        try {
            return send(message).getFirst() instanceof Outcome.Delivered;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void withOneClusterEnoughTheOtherGetsItLaterInOrder() throws InterruptedException {
        us.outcome = DOWN;
        assertThat(send("a1:One")).containsOnly(Outcome.DELIVERED);
        assertThat(send("a2:One")).containsOnly(Outcome.DELIVERED);
        us.outcome = Outcome.DELIVERED;
        pass(Duration.ofSeconds(5));
        assertThat(send("a3:One")).containsOnly(Outcome.DELIVERED);

        assertThat(ledger.owed.get("us"))
                .extracting(Message::id)
                .as("behind what is kept already")
                .containsExactly("a1", "a2", "a3");
        assertThat(eu.received).containsExactly("a1", "a2", "a3");
    }

    @Test
    void anOptionalClusterThatHangsIsNotWaitedFor() throws InterruptedException {
        us.answers = new Semaphore(0);

        assertThat(send("_1:Extra")).containsExactly(Outcome.DELIVERED);
        assertThat(send("_2:Extra")).containsExactly(Outcome.DELIVERED);
        assertThat(ledger.owed).isEmpty();
    }

    @Test
    void withoutItsLedgerNothingIsSentThatGoesToSeveralClusters() throws InterruptedException {
        ledger.broken = true;

        assertThat(send("_1:All").getFirst()).isInstanceOf(Outcome.Postponed.class);
        assertThat(eu.received).isEmpty();
        assertThat(send("_2:Eu")).containsExactly(Outcome.DELIVERED);
    }

    @Test
    void aFencedOwnerRecordsNothingAndReportsNothingAsDelivered() throws InterruptedException {
        ledger.fenced.add(OWNER);
        us.outcome = DOWN;

        assertThat(send("_1:All").getFirst()).isInstanceOf(Outcome.Postponed.class);
        assertThat(send("_2:One").getFirst()).isInstanceOf(Outcome.Postponed.class);
        assertThat(ledger.delivered).isEmpty();
        assertThat(ledger.owed).isEmpty();
    }

    @Test
    void withOneClusterDownNoGroupSendsALaterMessageToAnother() throws InterruptedException {
        List<String> waiting = new ArrayList<>();
        for (String group : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
            List.of("1", "2", "3").forEach(number -> waiting.add(group + number + ":All"));
        }
        us.outcome = DOWN;
        for (int i = 0; i < 6; i++) {
            send(waiting.toArray(String[]::new));
            pass(Duration.ofSeconds(5));
        }
        assertThat(eu.received).containsExactlyInAnyOrder("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1");

        us.outcome = Outcome.DELIVERED;
        us.received.clear();
        for (int i = 0; i < 3; i++) {
            List<Outcome> outcomes = send(waiting.toArray(String[]::new));
            for (int at = outcomes.size() - 1; at >= 0; at--) {
                if (outcomes.get(at).equals(Outcome.DELIVERED)) {
                    waiting.remove(at);
                }
            }
        }
        assertThat(waiting).isEmpty();
        assertThat(eu.received).hasSize(24);
        assertThat(us.received.stream().filter(id -> id.startsWith("h"))).containsExactly("h1", "h2", "h3");
    }

    @Test
    void aRouteToAnUnknownClusterIsRefusedAtOnce() {
        Routes routes = new Routes(
                Map.of(new Glob("*"), new Route(List.of("mars"), List.of(), Route.Strategy.ALL_MUST_SUCCEED)));

        assertThatThrownBy(() -> new RoutedSink.Components(
                        "shop", routes, Map.of("eu", eu), ledger, Optional.empty(), PATIENCE, Clock.SYSTEM))
                .hasMessageContaining("mars");
    }
}
