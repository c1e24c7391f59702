package dev.signalbox.core.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.MessageLocation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RelayCounter;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node with its relay on real threads, over an in-memory table and leases. */
@Timeout(30)
class NodeTest {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final SinkLimits LIMITS = new SinkLimits(10, 1_000_000);
    private static final int UNREACHABLE = 1_000;

    private final InMemoryTableSource table = new InMemoryTableSource();
    private final GrantingCoordinator leases = new GrantingCoordinator();
    private final LinkedBlockingQueue<Throwable> broken = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private final CountDownLatch atEnd = new CountDownLatch(1);
    private final AtomicInteger lives = new AtomicInteger();
    private RelayListener listener = new RelayListener() {};
    private Function<Runnable, Permits> permits =
            wake -> new SharedPermits(Integer.MAX_VALUE, new ProcessRequests()).share(() -> {});
    private Duration poll = Duration.ofMillis(10);
    private boolean stopped;
    private Clock clock = Clock.SYSTEM;
    private Node node = node(batch -> Answer.DELIVERED);

    /** What a test's destination does with a batch. */
    private interface Receiver {
        Answer take(List<Message> batch) throws InterruptedException;
    }

    private record ReceiverSink(Receiver receiver) implements Sink {
        @Override
        public SinkLimits limits() {
            return LIMITS;
        }

        @Override
        public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
            return receiver.take(batch);
        }

        @Override
        public void close() {}
    }

    private Node node(Receiver receiver) {
        var retry = new RetryPolicy(5, new Backoff(Duration.ofMillis(5), 1, Duration.ofMillis(5), 0));
        var settings = new DispatcherSettings(
                Ordering.BLOCK,
                false,
                retry,
                LIMITS,
                2,
                new DispatcherSettings.Buffer(100, 1_000_000, 50),
                PollSchedule.Settings.every(poll),
                Duration.ofMinutes(1),
                new DispatcherSettings.Maintenance(Duration.ofMinutes(1), Duration.ZERO));
        var components = new Relay.Components(
                "test",
                "test-table",
                Shards.ALL,
                settings,
                table,
                new ReceiverSink(receiver),
                permits,
                listener,
                clock,
                broken::add);
        var terms = new LeaseTerms(Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(1));
        var membership =
                new Membership(terms, RelaySharing.WHOLE, () -> new Incarnation("life-" + lives.incrementAndGet()));
        return new Node(leases, membership, List.of(new Relay(components)), clock, broken::add);
    }

    private void start(Receiver receiver) {
        node = node(receiver);
        node.start();
    }

    private List<String> stop(Duration grace) throws InterruptedException {
        stopped = true;
        return node.stop(grace).unknown();
    }

    @AfterEach
    void end() throws InterruptedException {
        atEnd.countDown();
        if (!stopped) {
            node.stop(Duration.ZERO);
        }
    }

    @Test
    void reportsWhatAClaimHasSkipped() throws Exception {
        listener = new RelayListener() {
            @Override
            public void passedOver(SkippedMessages over) {
                table.record("passed over " + over.published() + " and " + over.uncertain());
            }
        };
        node = node(batch -> Answer.DELIVERED);
        table.passOver(new SkippedMessages(3, 2));
        node.start();
        table.await("passed over 3 and 2");
    }

    @Test
    void deliversWhatIsThereAndStopsClean() throws InterruptedException {
        table.insert(1, 100);
        start(batch -> Answer.DELIVERED);
        for (int i = 1; i <= 100; i++) {
            table.await("completed m" + i);
        }

        assertThat(stop(GRACE)).isEmpty();
        assertThat(leases.resigned).containsExactly(new Incarnation("life-1"));
        assertThat(leases.closed).isTrue();
        assertThat(broken).isEmpty();
    }

    @Test
    void survivesASourceThatThrowsWhateverItThrows() throws InterruptedException {
        table.insert(1, 1);
        table.claimsThrow.add(new SourceException("connection reset"));
        table.claimsThrow.add(new IllegalStateException("a fault of its own"));
        table.claimsThrow.add(new LinkageError("a class is missing"));
        start(batch -> Answer.DELIVERED);

        table.await("completed m1");
        assertThat(broken).isEmpty();
    }

    @Test
    void aSinkThatThrowsCostsAnAttemptWhateverItThrows() throws InterruptedException {
        table.insert(1, 1);
        var sends = new AtomicInteger();
        start(batch -> switch (sends.incrementAndGet()) {
            case 1 -> throw new IllegalStateException("a fault");
            case 2 -> throw new LinkageError("a class is missing");
            default -> Answer.DELIVERED;
        });

        table.await("retried m1: the sink failed: java.lang.IllegalStateException: a fault");
        table.await("retried m1: the sink failed: java.lang.LinkageError: a class is missing");
        table.await("completed m1");
        assertThat(broken).isEmpty();
    }

    @Test
    void survivesACoordinatorThatCannotBeReachedAtFirst() throws InterruptedException {
        table.insert(1, 1);
        leases.failures.set(3);
        start(batch -> Answer.DELIVERED);

        table.await("completed m1");
    }

    @Test
    void aWakeUpSavesTheWaitForThePoll() throws InterruptedException {
        poll = Duration.ofHours(1);
        table.insert(1, 1);
        start(batch -> Answer.DELIVERED);
        table.await("completed m1");

        table.insert(2, 2);
        node.relays().getFirst().wake();
        table.await("completed m2");
    }

    @Test
    void aStopLetsInFlightMessagesFinishAndReleasesTheRest() throws InterruptedException {
        table.insert(1, 50);
        var mayAnswer = new CountDownLatch(1);
        var stops = new CountDownLatch(1);
        start(batch -> {
            table.record("sent " + batch.getFirst().id());
            mayAnswer.await();
            return Answer.DELIVERED;
        });
        table.await("sent m1");
        table.await("sent m11");
        Thread.ofVirtual().start(() -> {
            try {
                table.await("released m50");
                mayAnswer.countDown();
                stops.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(stop(GRACE)).isEmpty();
        assertThat(stops.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(table.free()).hasSize(30).contains("m21", "m50").doesNotContain("m1", "m20");
        assertThat(leases.resigned).hasSize(1);
    }

    @Test
    void whatIsStillInFlightWhenTheGraceTimeEndsIsNamed() throws InterruptedException {
        table.insert(1, 3);
        start(batch -> {
            table.record("sent " + batch.getFirst().id());
            atEnd.await();
            return Answer.DELIVERED;
        });
        table.await("sent m1");

        assertThat(stop(Duration.ofMillis(50))).containsExactlyInAnyOrder("m1", "m2", "m3");
        assertThat(leases.resigned)
                .as("a successor must treat what was in flight with care")
                .isEmpty();
    }

    @Test
    void whatWasDeliveredAndCouldNotBeRecordedIsNamedToo() throws InterruptedException {
        table.insert(1, 1);
        table.settlesFail = true;
        listener = new RelayListener() {
            @Override
            public void sourceFailed(SourceCall call, String reason) {
                table.record(call + " failed: " + reason);
            }
        };
        start(batch -> Answer.DELIVERED);
        table.await("SETTLE failed: no space left");

        assertThat(stop(Duration.ofMillis(50))).containsExactly("m1");
        assertThat(leases.resigned).isEmpty();
    }

    @Test
    void aFencedNodeDropsItsWorkAndBeginsANewLife() throws InterruptedException {
        table.insert(1, 1);
        var first = new CountDownLatch(1);
        start(batch -> {
            table.record("sent by life " + lives.get());
            if (lives.get() == 1) {
                first.await();
            }
            return Answer.DELIVERED;
        });
        table.await("sent by life 1");

        leases.fenced.add(new Incarnation("life-1"));
        table.await("sent by life 2");
        first.countDown();
        table.await("completed m1");
        assertThat(stop(GRACE)).isEmpty();
        assertThat(leases.resigned).containsExactly(new Incarnation("life-2"));
    }

    @Test
    void aMachineThatWasSuspendedSendsNothingBeforeItsLeaseIsRenewed() throws InterruptedException {
        var machine = new SuspendableClock();
        clock = machine;
        start(this::receive);
        table.insert("before", Suspicion.NONE);
        assertThat(sent.poll(10, TimeUnit.SECONDS)).isEqualTo("before");

        leases.failures.set(UNREACHABLE);
        machine.suspend(Duration.ofHours(1));
        table.insert("after", Suspicion.NONE);
        assertNothingIsSentUntilTheLeaseIsRenewed();
        assertThat(sent.poll(10, TimeUnit.SECONDS)).isEqualTo("after");
    }

    @Test
    void aMachineThatIsSuspendedRightBeforeItSendsDoesNotSendEither() throws InterruptedException {
        var machine = new SuspendableClock();
        clock = machine;
        table.whileMarking = () -> {
            table.whileMarking = () -> {};
            leases.failures.set(UNREACHABLE);
            machine.suspend(Duration.ofHours(1));
        };
        start(this::receive);
        table.insert("m1", Suspicion.MARKED);
        table.await("marked m1");
        assertNothingIsSentUntilTheLeaseIsRenewed();
        assertThat(sent.poll(10, TimeUnit.SECONDS)).isEqualTo("m1");
    }

    private Answer receive(List<Message> batch) {
        batch.forEach(message -> sent.add(message.id()));
        return Answer.DELIVERED;
    }

    private void assertNothingIsSentUntilTheLeaseIsRenewed() throws InterruptedException {
        while (leases.failures.get() == 0 || leases.failures.get() > UNREACHABLE - 4) {
            assertThat(sent.poll(10, TimeUnit.MILLISECONDS)).isNull();
        }
        leases.failures.set(0);
    }

    @Test
    void aSuspectIsRecordedBeforeItIsSent() throws InterruptedException {
        table.insert("m1", Suspicion.MARKED);
        start(batch -> {
            table.record("sent " + batch.getFirst().id());
            return Answer.DELIVERED;
        });

        table.await("completed m1");
        assertThat(table.happened()).containsSubsequence("marked m1", "sent m1", "completed m1");
    }

    @Test
    void aSuspectThatCannotBeRecordedIsNotSent() throws InterruptedException {
        table.marks = false;
        table.insert("m1", Suspicion.MARKED);
        var sends = new AtomicInteger();
        start(batch -> {
            sends.incrementAndGet();
            return Answer.DELIVERED;
        });

        table.await("released m1");
        assertThat(sends).hasValue(0);
    }

    @Test
    void aRelayThatIsEndedLeavesItsTurnToOthers() throws InterruptedException {
        var turn = new ProcessRequests();
        permits = new SharedPermits(2, turn)::share;
        table.insert("m1", Suspicion.suspect(1, 0));
        start(batch -> {
            table.record("sent " + batch.getFirst().id());
            atEnd.await();
            return Answer.DELIVERED;
        });
        table.await("sent m1");
        Permits other = new SharedPermits(2, turn).share(() -> table.record("turn of the other"));
        assertThat(other.tryTakeTurn()).isFalse();

        assertThat(stop(Duration.ofMillis(50))).containsExactly("m1");
        table.await("turn of the other");
        assertThat(other.tryTakeTurn()).isTrue();
    }

    @Test
    void aFaultOfItsOwnIsReported() throws InterruptedException {
        table.insert(1, 1);
        listener = new RelayListener() {
            @Override
            public void count(RelayCounter counter, int messages) {
                throw new IllegalStateException("a listener must not throw");
            }
        };
        start(batch -> Answer.DELIVERED);

        assertThat(broken.poll(10, TimeUnit.SECONDS)).hasMessage("a listener must not throw");
    }

    @Test
    void aRelayAnswersQuestionsWhileItRunsAndLetsNoCallerWaitWhenItDoesNot() throws Exception {
        Relay idle = node.relays().getFirst();
        assertThat(idle.explain("a", null, 0, Duration.ofMillis(1))).isEmpty();

        start(batch -> Answer.DELIVERED);
        Relay running = node.relays().getFirst();
        assertThat(running.explain("a", null, 0, Duration.ofSeconds(5))
                        .orElseThrow()
                        .stage())
                .isEqualTo(MessageLocation.Stage.ABSENT);
    }
}
