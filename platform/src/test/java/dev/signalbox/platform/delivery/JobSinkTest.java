package dev.signalbox.platform.delivery;

import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.paused;
import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.request;
import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.with;
import static dev.signalbox.platform.delivery.SinkFixtures.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.platform.delivery.AttemptJournal.Ending;
import dev.signalbox.platform.delivery.DeliverySubscription.PreviousSecret;
import dev.signalbox.platform.secret.StoredSecret;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sink makes of what a target says, and when it sends nothing at all. */
@Timeout(30)
class JobSinkTest {
    private final SinkFixtures fixture = new SinkFixtures();
    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private final DeliverySubscription usual = fixture.settings.subscription(1, receiver.url("/hook"), SECRET);

    JobSinkTest() throws IOException {}

    @BeforeEach
    void subscribe() {
        put(usual);
    }

    @AfterEach
    void close() {
        fixture.sink.close();
        receiver.close();
    }

    private void put(DeliverySubscription subscription) {
        fixture.settings.put(subscription);
        fixture.registry.refresh();
    }

    private Outcome send(String job) throws InterruptedException {
        return fixture.send(fixture.job(job, 1));
    }

    /** A call that has reached the target, which does not answer yet. */
    private CompletableFuture<Outcome> underWay(String job) {
        int before = receiver.requests.size();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                outcome.complete(send(job));
            } catch (InterruptedException | RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        await().until(() -> receiver.requests.size() > before);
        return outcome;
    }

    @Test
    void aSuccessIsReported() throws Exception {
        receiver.status = 202;
        receiver.answer = "thanks";

        assertThat(send("j")).isEqualTo(Outcome.DELIVERED);

        AttemptReport report = fixture.report("j");
        assertThat(report.attemptedAt()).isEqualTo(fixture.now);
        assertThat(report.responseCode()).isEqualTo(202);
        assertThat(report.responseBody()).isEqualTo("thanks");
        assertThat(report.error()).isNull();
        assertThat(fixture.journal.isInFlight("j")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 500, 501, 505, 599})
    void theseStatusesCount(int status) throws Exception {
        receiver.status = status;

        assertThat(send("j")).isInstanceOf(Outcome.Failed.class);
        assertThat(fixture.report("j").responseCode()).isEqualTo(status);
        assertThat(fixture.report("j").error()).contains("HTTP " + status);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void theseStatusesAreAnOutageThatAsksForAPause(int status) throws Exception {
        receiver.status = status;
        receiver.answerHeaders = Map.of("Retry-After", "7200");

        assertThat(send("j"))
                .isInstanceOfSatisfying(
                        Outcome.Throttled.class,
                        throttled -> assertThat(throttled.retryAfter()).isEqualTo(Duration.ofHours(1)));
        assertThat(fixture.report("j").responseCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 400, 404, 413, 422})
    void theseStatusesAreFinal(int status) throws Exception {
        receiver.status = status;
        receiver.answerHeaders = Map.of("Location", receiver.url("/elsewhere"));

        assertThat(send("j")).isInstanceOf(Outcome.Rejected.class);
        assertThat(receiver.requests).as("no redirect is followed").hasSize(1);
    }

    @Test
    void aLongResponseIsKeptInPart() throws Exception {
        receiver.status = 500;
        receiver.answer = "ä".repeat(9_000);

        send("j");

        assertThat(fixture.report("j").responseBody()).isEqualTo("ä".repeat(5_000));
    }

    @Test
    void anOutageIsReportedToo() throws Exception {
        receiver.close();

        assertThat(send("j")).isInstanceOf(Outcome.Unavailable.class);
        assertThat(fixture.report("j").responseCode()).isNull();
        assertThat(fixture.report("j").error()).contains("127.0.0.1");
    }

    @Test
    void silenceEndsWithTheTimeOutOfTheSubscription() throws Exception {
        put(with(usual, request(1, true, null)));
        receiver.silent = new CountDownLatch(1);

        assertThat(send("j")).isInstanceOf(Outcome.Unknown.class);
        assertThat(fixture.report("j").durationMillis()).isBetween(900, 10_000);
    }

    @Test
    void aTargetThatIsGonePausesItsSubscription() throws Exception {
        receiver.status = 410;
        receiver.answer = "moved out";

        assertThat(send("j")).isInstanceOf(Outcome.Rejected.class);

        assertThat(fixture.subscriptions.paused.get(Tsid.from(1))).contains("410", "moved out");
        assertThat(fixture.report("j").responseCode()).isEqualTo(410);
        assertThat(send("k")).as("paused").isInstanceOf(Outcome.Postponed.class);
        assertThat(receiver.requests).hasSize(1);
    }

    @Test
    void aPauseThatFailsIsTriedAgainWithTheNextAnswer() throws Exception {
        receiver.status = 410;
        fixture.subscriptions.broken = true;
        assertThat(send("j")).isInstanceOf(Outcome.Unavailable.class);

        fixture.subscriptions.broken = false;
        assertThat(send("j")).isInstanceOf(Outcome.Rejected.class);
        assertThat(fixture.subscriptions.paused).containsKey(Tsid.from(1));
    }

    @Test
    void anAnswerOfAFormerTargetPausesNothing() throws Exception {
        receiver.status = 410;
        receiver.silent = new CountDownLatch(1);
        CompletableFuture<Outcome> outcome = underWay("j");
        put(fixture.settings.subscription(1, receiver.url("/new"), SECRET));

        receiver.silent.countDown();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(Outcome.Rejected.class);
        assertThat(fixture.subscriptions.paused).isEmpty();
    }

    @Test
    void aTargetThatRefusesFiveJobsInARowIsOut() throws Exception {
        receiver.status = 404;
        for (int i = 1; i <= 4; i++) {
            assertThat(send("j" + i)).isInstanceOf(Outcome.Rejected.class);
            assertThat(send("j" + i)).as("the same job").isInstanceOf(Outcome.Rejected.class);
        }
        receiver.status = 401;
        assertThat(send("j5")).isInstanceOf(Outcome.Unavailable.class);
        assertThat(send("j5")).isInstanceOf(Outcome.Unavailable.class);
        assertThat(fixture.report("j5").error()).contains("refuses every job", "401");
        receiver.status = 400;
        assertThat(send("j6")).as("that is about the job").isInstanceOf(Outcome.Rejected.class);

        receiver.status = 200;
        assertThat(send("j5")).isEqualTo(Outcome.DELIVERED);
        receiver.status = 404;
        assertThat(send("j7")).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void aNewTargetBeginsWithoutRefusals() throws Exception {
        receiver.status = 403;
        for (int i = 1; i <= 5; i++) {
            send("j" + i);
        }
        put(fixture.settings.subscription(1, receiver.url("/new"), SECRET));

        assertThat(send("j6")).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void aJobThatIsTooOldIsNotSent() throws Exception {
        put(with(usual, 5, Map.of(), null));
        assertThat(send("old"))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(JobExpiry.isExpiry(rejected.reason()))
                                .isTrue());
        put(with(usual, 6, Map.of(), null));
        assertThat(send("young")).isEqualTo(Outcome.DELIVERED);

        DirectTarget target = fixture.direct(receiver.url("/"));
        assertThat(fixture.send(fixture.task("t", target, fixture.now)))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(JobExpiry.isExpiry(rejected.reason()))
                                .isTrue());
        assertThat(fixture.send(fixture.task("u", target, fixture.now.plusMillis(1))))
                .isEqualTo(Outcome.DELIVERED);
        assertThat(receiver.requests).hasSize(2);
        assertThat(fixture.journal.unrecorded("old")).isEmpty();
        assertThat(JobExpiry.isExpiry("HTTP 500: expired before it was delivered"))
                .isFalse();
    }

    @Test
    void aClockThatIsAheadMakesNoJobOld() throws Exception {
        put(with(usual, 60, Map.of(), null));
        fixture.now = SinkFixtures.CLAIMED.plus(Duration.ofHours(2));

        assertThat(send("young")).isEqualTo(Outcome.DELIVERED);
    }

    @Test
    void aJobThatWaitsInMemoryGrowsOld() throws Exception {
        put(with(usual, 60, Map.of(), null));
        assertThat(send("young")).isEqualTo(Outcome.DELIVERED);

        fixture.nanos = TimeUnit.SECONDS.toNanos(60);
        assertThat(send("old")).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void aJobOfAnAccountThatCannotBeReadWaits() throws Exception {
        DirectTarget target =
                new DirectTarget(receiver.url("/"), 5, true, null, Tsid.from(77).toString(), Map.of(), null);
        fixture.settings.broken = true;
        assertThat(fixture.send(fixture.task("t", target, null))).isInstanceOf(Outcome.Postponed.class);

        fixture.settings.broken = false;
        assertThat(fixture.send(fixture.task("t", target, null)))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.unsent()).isTrue());
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void jobsOfADeletedSubscriptionAreNotSent() throws Exception {
        fixture.settings.deleteSubscription(Tsid.from(1));
        fixture.registry.refresh();

        assertThat(send("j")).as("until its source cancels it").isInstanceOf(Outcome.Postponed.class);
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void aSubscriptionThatThisNodeDoesNotKnowYetIsRead() throws Exception {
        fixture.settings.put(fixture.settings.subscription(2, receiver.url("/"), SECRET));
        assertThat(fixture.send(fixture.job("j", 2))).isEqualTo(Outcome.DELIVERED);

        fixture.settings.broken = true;
        assertThat(fixture.send(fixture.job("k", 3))).isInstanceOf(Outcome.Postponed.class);
    }

    @Test
    void aPausedSubscriptionGetsNothing() throws Exception {
        put(paused(usual, true));
        assertThat(send("j")).isInstanceOf(Outcome.Postponed.class);

        put(paused(usual, false));
        assertThat(send("j")).isEqualTo(Outcome.DELIVERED);
        assertThat(receiver.requests).hasSize(1);
    }

    @Test
    void aSecretThatCannotBeReadIsNoFaultOfTheJob() throws Exception {
        StoredSecret ofAnother = fixture.settings.stored(SECRET, Tsid.from(2));
        put(new DeliverySubscription(
                usual.id(), usual.name(), usual.target(), usual.delivery(), 86_400, false, Map.of(), ofAnother, null));

        assertThat(send("j")).isInstanceOf(Outcome.Unavailable.class);
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void aFormerSecretThatCannotBeReadDoesNotHoldBackWhatThePresentOneSigns() throws Exception {
        StoredSecret ofAnother = fixture.settings.stored(SECRET, Tsid.from(2));
        put(with(usual, 86_400, Map.of(), new PreviousSecret(ofAnother, Instant.MAX)));

        assertThat(send("j")).isEqualTo(Outcome.DELIVERED);
        assertThat(receiver.requests).hasSize(1);
    }

    @Test
    void aJobThatWasCancelledIsNotSent() throws Exception {
        assertThat(fixture.journal.forbid("j")).isEqualTo(Ending.NO_ATTEMPT);

        assertThat(send("j")).isInstanceOf(Outcome.Postponed.class);
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void aJobThatIsCancelledDuringItsAttemptMaySucceed() throws Exception {
        receiver.silent = new CountDownLatch(1);
        CompletableFuture<Outcome> outcome = underWay("j");
        assertThat(fixture.journal.isInFlight("j")).isTrue();
        assertThat(fixture.journal.forbid("j")).isEqualTo(Ending.IN_FLIGHT);

        receiver.silent.countDown();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(Outcome.DELIVERED);
        assertThat(send("j")).isInstanceOf(Outcome.Postponed.class);
        assertThat(receiver.requests).hasSize(1);
    }

    @Test
    void nothingBeginsAfterItsTimeOrWhenItIsAbandoned() throws Exception {
        Answer late = fixture.sink.send(List.of(fixture.job("late", 1)), Long.MIN_VALUE);
        assertThat(((Answer.Each) late).outcomes()).containsExactly(Outcome.NOT_ATTEMPTED);

        receiver.silent = new CountDownLatch(1);
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        List<Message> batch = List.of(fixture.job("a", 1), fixture.job("b", 1));
        Thread.startVirtualThread(() -> {
            try {
                answer.complete(fixture.sink.send(batch));
            } catch (InterruptedException e) {
                answer.completeExceptionally(e);
            }
        });
        await().until(() -> receiver.requests.size() == 1);
        fixture.sink.abandon();
        receiver.silent.countDown();

        assertThat(((Answer.Each) answer.get(10, TimeUnit.SECONDS)).outcomes())
                .containsExactly(Outcome.DELIVERED, Outcome.NOT_ATTEMPTED);
        assertThat(receiver.requests).hasSize(1);
        assertThat(fixture.journal.begin("late")).isTrue();
    }

    @Test
    void anInterruptedAttemptLeavesNothingBehind() throws Exception {
        receiver.silent = new CountDownLatch(1);
        CompletableFuture<String> end = new CompletableFuture<>();
        Thread thread = Thread.startVirtualThread(() -> {
            try {
                end.complete("answered: " + send("j"));
            } catch (InterruptedException e) {
                end.complete("interrupted");
            }
        });
        await().until(() -> receiver.requests.size() == 1);
        thread.interrupt();

        assertThat(end.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
        assertThat(fixture.journal.isInFlight("j")).isFalse();
        assertThat(fixture.journal.unrecorded("j")).isEmpty();
    }
}
