package dev.signalbox.core.publisher;

import static dev.signalbox.core.publisher.PublishMode.BATCH;
import static dev.signalbox.core.publisher.PublishMode.INDIVIDUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PublisherSinkTest {
    private static final SinkLimits LIMITS = new SinkLimits(100, 1 << 20);
    private static final Duration LONG = Duration.ofMinutes(1);

    private static PublisherSink sink(EventPublisher publisher) {
        return new PublisherSink(publisher, LIMITS, LONG);
    }

    /** The outcomes of a batch of three. */
    private static Answer answer(PublishMode mode, ScriptedPublisher.Script script) throws InterruptedException {
        return sink(new ScriptedPublisher(mode, script)).send(EventFixtures.messages(1, 3));
    }

    private static Answer whole(Outcome outcome) {
        return new Answer.Whole(outcome);
    }

    private static Answer each(Outcome... outcomes) {
        return new Answer.Each(List.of(outcomes));
    }

    @Test
    void givesABatchInOneCall() throws Exception {
        List<PublishedEvent> seen = new ArrayList<>();
        ScriptedPublisher publisher = new ScriptedPublisher(BATCH, seen::addAll);

        assertThat(sink(publisher).send(EventFixtures.messages(41, 43))).isEqualTo(Answer.DELIVERED);

        assertThat(publisher.calls).containsExactly(List.of(41L, 42L, 43L));
        assertThat(seen.getFirst())
                .isEqualTo(new PublishedEvent(
                        41, "700", "DepositMade", List.of("wallet_id=w41"), "{\"amount\":41}", EventFixtures.NOW));
        assertThat(sink(publisher).limits()).isEqualTo(LIMITS);
    }

    @Test
    void givesSingleEventsOneByOneInTheirOrder() throws Exception {
        ScriptedPublisher publisher = new ScriptedPublisher(INDIVIDUAL, events -> {});

        assertThat(sink(publisher).send(EventFixtures.messages(1, 3))).isEqualTo(Answer.DELIVERED);

        assertThat(publisher.calls).containsExactly(List.of(1L), List.of(2L), List.of(3L));
    }

    @Test
    void anExceptionIsAFailedAttempt() throws Exception {
        assertThat(answer(BATCH, events -> {
                    throw new PublishException("no luck", new IOException("full"));
                }))
                .isEqualTo(whole(new Outcome.Failed("publisher Scripted says: no luck (java.io.IOException: full)")));
    }

    @Test
    void aRefusalIsThatOfTheEvent() throws Exception {
        assertThat(answer(BATCH, events -> {
                    throw PublishException.refused("no amount");
                }))
                .isEqualTo(whole(new Outcome.Rejected("publisher Scripted says: no amount")));
    }

    @Test
    void anOutageCountsNothing() throws Exception {
        assertThat(answer(BATCH, events -> {
                    throw PublishException.unavailable("no broker", null);
                }))
                .isEqualTo(whole(new Outcome.Unavailable("publisher Scripted says: no broker")));
    }

    @Test
    void aPauseThatIsAskedForIsKept() throws Exception {
        assertThat(answer(BATCH, events -> {
                    throw PublishException.retryAfter(Duration.ofSeconds(7), "slow down");
                }))
                .isEqualTo(whole(new Outcome.Throttled("publisher Scripted says: slow down", Duration.ofSeconds(7))));
    }

    @Test
    void aFaultOfThePublisherIsAFailedAttempt() throws Exception {
        assertThat(answer(BATCH, events -> {
                    throw new IllegalStateException("line\nbreak");
                }))
                .isEqualTo(whole(new Outcome.Failed(
                        "publisher Scripted failed unexpectedly: java.lang.IllegalStateException: line\\u000abreak")));
    }

    @Test
    void anErrorIsLeftToTheRelayToSay() {
        assertThatThrownBy(() -> answer(BATCH, events -> {
                    throw new NoClassDefFoundError("org/example/Client");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void aReasonIsShort() throws Exception {
        Answer.Whole answer = (Answer.Whole) answer(BATCH, events -> {
            throw new PublishException("x".repeat(10_000));
        });
        assertThat(answer.outcome().reason()).hasSize(500).endsWith("…");
    }

    @Test
    void anUnhealthyPublisherIsAnOutageAndIsNotCalled() throws Exception {
        ScriptedPublisher publisher = new ScriptedPublisher(BATCH, events -> {});
        publisher.healthy = () -> false;
        assertThat(sink(publisher).send(EventFixtures.messages(1, 3)))
                .isEqualTo(whole(new Outcome.Unavailable("publisher Scripted says that it is not healthy")));
        publisher.healthy = () -> {
            throw new IllegalStateException("closed");
        };
        assertThat(((Answer.Whole) sink(publisher).send(EventFixtures.messages(1, 3))).outcome())
                .isInstanceOf(Outcome.Unavailable.class);
        assertThat(publisher.calls).isEmpty();
    }

    @Test
    void rowsOfATableAreNotItsBusinessButNotBadEither() throws Exception {
        ScriptedPublisher publisher = new ScriptedPublisher(BATCH, events -> {});
        Message row = new Message(
                "a",
                null,
                0,
                "T",
                Payload.of("1"),
                0,
                EventFixtures.NOW,
                new Claim(1, EventFixtures.NOW),
                Suspicion.NONE);

        Answer.Whole answer = (Answer.Whole) sink(publisher).send(List.of(EventFixtures.message(1), row));

        assertThat(answer.outcome()).isInstanceOf(Outcome.Unavailable.class);
        assertThat(publisher.calls).isEmpty();
    }

    @Test
    void stopsAtTheFirstFailureOfASingleEvent() throws Exception {
        ScriptedPublisher publisher = new ScriptedPublisher(INDIVIDUAL, events -> {
            if (events.getFirst().position() == 2) {
                throw PublishException.refused("bad");
            }
        });

        Answer answer = sink(publisher).send(EventFixtures.messages(1, 4));

        assertThat(publisher.calls).containsExactly(List.of(1L), List.of(2L));
        assertThat(answer)
                .isEqualTo(each(
                        Outcome.DELIVERED,
                        new Outcome.Rejected("publisher Scripted says: bad"),
                        Outcome.NOT_ATTEMPTED,
                        Outcome.NOT_ATTEMPTED));
    }

    @Test
    void aFailureOfTheFirstSingleEventIsSaidOfNoOther() throws Exception {
        Answer answer = answer(INDIVIDUAL, events -> {
            throw new PublishException("no luck");
        });
        assertThat(answer)
                .isEqualTo(each(
                        new Outcome.Failed("publisher Scripted says: no luck"),
                        Outcome.NOT_ATTEMPTED,
                        Outcome.NOT_ATTEMPTED));
    }

    @Test
    void noticesBetweenSingleEventsThatThePublisherIsNoLongerHealthy() throws Exception {
        ScriptedPublisher publisher = new ScriptedPublisher(INDIVIDUAL, events -> {});
        publisher.healthy = () -> publisher.calls.size() < 2;

        Answer answer = sink(publisher).send(EventFixtures.messages(1, 4));

        assertThat(publisher.calls).hasSize(2);
        assertThat(answer)
                .isEqualTo(each(
                        Outcome.DELIVERED,
                        Outcome.DELIVERED,
                        new Outcome.Unavailable("publisher Scripted says that it is not healthy"),
                        Outcome.NOT_ATTEMPTED));
    }

    @Test
    void anInterruptOfItsOwnLeavesItOpenWhetherTheEventsArrived() throws Exception {
        assertThat(answer(BATCH, events -> {
                    throw new InterruptedException();
                }))
                .isEqualTo(whole(new Outcome.Unknown("publisher Scripted was interrupted")));
    }

    @Test
    void whatTakesTooLongMayHaveArrived() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedPublisher publisher = new ScriptedPublisher(BATCH, events -> never.await());

        Answer answer = new PublisherSink(publisher, LIMITS, Duration.ofMillis(1)).send(EventFixtures.messages(1, 3));

        assertThat(answer).isEqualTo(whole(new Outcome.Unknown("publisher Scripted did not finish within 1 ms")));
    }

    @Test
    void publishesNothingMoreWhileACallThatWasBrokenOffGoesOn() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new CopyOnWriteArrayList<>();
        PublisherSink sink = sink(new ScriptedPublisher(BATCH, events -> {
            threads.add(Thread.currentThread());
            started.countDown();
            awaitStubbornly(end, interrupted);
        }));
        FutureTask<Answer> sending = new FutureTask<>(() -> sink.send(EventFixtures.messages(1, 3)));
        Thread sender = Thread.startVirtualThread(sending);

        started.await();
        sender.interrupt();
        assertThatThrownBy(sending::get).hasCauseInstanceOf(InterruptedException.class);
        interrupted.await();
        Answer meanwhile = sink.send(EventFixtures.messages(1, 3));
        end.countDown();
        threads.getFirst().join();

        assertThat(meanwhile)
                .isEqualTo(whole(
                        new Outcome.Unavailable("publisher Scripted has not come back since it was interrupted")));
        assertThat(sink.send(EventFixtures.messages(1, 3))).isEqualTo(Answer.DELIVERED);
    }

    /** Waits as code does that swallows interrupts. */
    private static void awaitStubbornly(CountDownLatch end, CountDownLatch interrupted) {
        boolean waiting = true;
        while (waiting) {
            try {
                end.await();
                waiting = false;
            } catch (InterruptedException swallowed) {
                interrupted.countDown();
            }
        }
    }

    @Test
    void keepsWhatWasPublishedBeforeItWasBrokenOffAndBeginsNothingMore() {
        AtomicReference<PublishAttempt> attempt = new AtomicReference<>();
        ScriptedPublisher publisher = new ScriptedPublisher(INDIVIDUAL, events -> {
            if (events.getFirst().position() == 2) {
                attempt.get().breakOff();
            }
        });
        attempt.set(new PublishAttempt(
                publisher,
                LongStream.rangeClosed(1, 4)
                        .mapToObj(position -> EventFixtures.event(position, "T", "{}"))
                        .toList()));

        Outcome outcome = attempt.get().call();

        assertThat(publisher.calls).containsExactly(List.of(1L), List.of(2L));
        assertThat(attempt.get().answer(outcome))
                .isEqualTo(each(
                        Outcome.DELIVERED,
                        Outcome.DELIVERED,
                        new Outcome.Unknown("publisher Scripted was interrupted"),
                        Outcome.NOT_ATTEMPTED));
    }
}
