package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.platform.delivery.AttemptReport;
import dev.signalbox.platform.delivery.DirectOutlet;
import dev.signalbox.platform.delivery.DirectTarget;
import dev.signalbox.platform.delivery.JobExpiry;
import dev.signalbox.platform.delivery.JobMessage;
import dev.signalbox.platform.job.Attempt;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.registry.DispatchMode;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.store.PlatformFixture;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a claim hands out, and what each verdict records. */
class ClaimAndSettleTest extends JobSourceTestBase {
    private Job job(Message message) throws Exception {
        return jobs.node.store.jobs().find(Tsid.from(message.id())).orElseThrow();
    }

    private List<Attempt> attempts(Message message) throws Exception {
        return jobs.node.store.jobs().attempts(Tsid.from(message.id()));
    }

    @Test
    void aJobOfASubscriptionCarriesItsEvent() throws Exception {
        Subscription subscription = jobs.node.subscribe("s", "t");
        String event = jobs.node
                .post("{'type':'t','data':{'n':1.0},'messageGroup':'g','subject':'u','correlationId':'c'}")
                .event()
                .id()
                .toString();

        ClaimResult result = jobs.claim();

        assertThat(result.messages()).hasSize(1);
        Message message = result.messages().getFirst();
        assertThat(message.outlet()).isEqualTo(subscription.id().toLong());
        assertThat(message.group()).isEqualTo("g");
        assertThat(message.type()).isEqualTo("t");
        assertThat(message.payload().utf8()).isEqualTo("{\"n\":1.0}");
        assertThat(JobMessage.of(message)).isEqualTo(new JobMessage(JobKind.EVENT, event, "u", "c", null, null));
        assertThat(jobs.claim().messages()).as("what is in flight").isEmpty();
    }

    @Test
    void aClaimSaysUnderWhichSettingsItsJobsWereFound() throws Exception {
        Subscription subscription = jobs.node.subscribe("s", "t");
        jobs.node.store.subscriptions().pause(subscription.id(), null);
        jobs.post("t", null, 1);

        assertThat(jobs.claim().messages()).hasSize(1);
        assertThat(jobs.settingsVersion)
                .isEqualTo(Long.parseLong(jobs.value("SELECT settings_version FROM signalbox_platform.registry")));
    }

    @Test
    void aDirectJobCarriesItsTargetAndItsOutletIsLearned() throws Exception {
        jobs.node.jobs.create(JobBodies.single("", PlatformFixture.quoted("""
                {'code':'mail','targetUrl':'https://example.com/m','payload':{'a':1},'mode':'NEXT_ON_ERROR','timeoutSeconds':5,
                 'maxRetries':1,'sequence':3,'dataOnly':false,'headers':{'X-A':'b'},'payloadContentType':'text/plain'}""")));

        Message message = jobs.claim().messages().getFirst();

        DirectTarget direct = JobMessage.of(message).direct();
        assertThat(direct)
                .isEqualTo(new DirectTarget(
                        "https://example.com/m", 5, false, "text/plain", null, Map.of("X-A", "b"), null));
        assertThat(message.payload().utf8()).isEqualTo("{\"a\":1}");
        assertThat(jobs.learned)
                .containsEntry(
                        message.outlet(), new DirectOutlet("https://example.com", DispatchMode.NEXT_ON_ERROR, null, 1));
    }

    @Test
    void directJobsOfOtherPoliciesAreInOtherStreams() throws Exception {
        for (int retries : new int[] {1, 2, 2}) {
            String json = "{'code':'a','targetUrl':'https://example.com/m','maxRetries':%d}".formatted(retries);
            jobs.node.jobs.create(JobBodies.single("", PlatformFixture.quoted(json)));
        }

        assertThat(jobs.claim().messages().stream().map(Message::outlet).distinct())
                .hasSize(2);
    }

    @Test
    void theSequenceOrdersDirectJobsOfARequestWithinTheirGroup() throws Exception {
        String job = "{'code':'a','targetUrl':'https://example.com/m','mode':'BLOCK_ON_ERROR','messageGroup':'g',"
                + "'payload':%1$d,'sequence':%1$d}";
        String batch = "[" + job.formatted(9) + "," + job.formatted(8) + "," + job.formatted(7) + "]";
        jobs.node.jobs.create(JobBodies.batch("", PlatformFixture.quoted(batch)));

        List<Message> messages = jobs.claim().messages();
        assertThat(messages.stream().map(Message::outlet).distinct()).hasSize(1);
        assertThat(messages.stream().map(it -> it.payload().utf8())).containsExactly("7", "8", "9");
    }

    @Test
    void aDeliveredJobLeavesTheQueue() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        ClaimResult result = jobs.claim();
        Message message = result.messages().getFirst();
        jobs.attempt(message, null);

        assertThat(jobs.settle(result, Verdict.COMPLETE).recorded()).containsExactly(message.id());

        assertThat(jobs.count("queue")).isZero();
        assertThat(job(message).status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(job(message).completedAt()).isNotNull();
        assertThat(job(message).attemptCount()).isEqualTo(1);
        assertThat(attempts(message)).hasSize(1);
        assertThat(attempts(message).getFirst().success()).isTrue();
        assertThat(jobs.journal.unrecorded(message.id())).isEmpty();
        assertThat(jobs.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
        assertThat(jobs.claim().messages()).isEmpty();
    }

    @Test
    void aFailedJobIsTriedAgainWhenItsTimeHasComeAlsoByAnotherOwner() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "g", 1);
        jobs.post("t", "g", 2);
        jobs.post("t", "other", 3);
        ClaimResult result = jobs.claim();
        Message message = result.messages().getFirst();
        jobs.attempt(message, "answered 500");
        jobs.settle(List.of(message), jobs.retryIn(700));
        jobs.settle(result.messages().subList(1, 3), Verdict.RELEASE);

        Job failed = job(message);
        assertThat(failed.status()).isEqualTo(JobStatus.ERROR);
        assertThat(failed.nextAttemptAt()).isNotNull();
        assertThat(failed.attemptCount()).isEqualTo(1);
        assertThat(failed.lastError()).isEqualTo("answered 500");
        assertThat(attempts(message).getFirst().counted()).isTrue();
        assertThat(JobSourceFixture.data(jobs.claim())).containsExactly("3");

        jobs.takeOver("second");
        assertThat(JobSourceFixture.data(jobs.claim())).containsExactly("3");
        await().until(() -> !jobs.claim().messages().isEmpty());
        assertThat(jobs.count("queue")).isEqualTo(3);
        jobs.takeOver("third");
        List<Message> again = jobs.claim().messages();
        assertThat(again).extracting(it -> it.payload().utf8()).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(again.getFirst().attempts()
                        + again.get(1).attempts()
                        + again.get(2).attempts())
                .isEqualTo(1);
        jobs.settle(again, Verdict.COMPLETE);
        assertThat(jobs.count("ended")).isZero();
        assertThat(job(message).attemptCount()).isEqualTo(2);
    }

    @Test
    void aJobThatIsGivenUpOrExpiresShowsWhy() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        jobs.post("t", null, 2);
        List<Message> messages = jobs.claim().messages();
        jobs.attempt(messages.getFirst(), "answered 404");

        jobs.settle(messages.subList(0, 1), new Verdict.Park("answered 404"));
        jobs.settle(messages.subList(1, 2), new Verdict.Park(JobExpiry.REASON));

        Job givenUp = job(messages.getFirst());
        assertThat(givenUp.status()).isEqualTo(JobStatus.ERROR);
        assertThat(givenUp.nextAttemptAt()).isNull();
        assertThat(givenUp.completedAt()).isNotNull();
        assertThat(givenUp.lastError()).isEqualTo("answered 404");
        Job expired = job(messages.getLast());
        assertThat(expired.status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(expired.attemptCount()).isZero();
        assertThat(jobs.count("queue")).isZero();
        assertThat(jobs.count("given_up")).isZero();
    }

    @Test
    void attemptsAreNumberedAndTheFirstAndLastOnesKept() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        Message message = jobs.claim().messages().getFirst();
        for (int i = 0; i < 30; i++) {
            jobs.attempt(message, "unreachable");
            jobs.settle(List.of(message), Verdict.RELEASE);
            message = jobs.claim().messages().getFirst();
        }

        assertThat(attempts(message).stream().map(Attempt::attemptNumber))
                .hasSize(25)
                .startsWith(1, 2, 3, 4, 5, 11)
                .endsWith(30);
        assertThat(attempts(message).stream().noneMatch(Attempt::counted)).isTrue();
        assertThat(message.attempts()).isZero();
    }

    @Test
    void anAttemptThatAnotherStatementRecordsAtTheSameMomentTakesNoNumberOfOurs() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        Message message = jobs.claim().messages().getFirst();
        jobs.attempt(message, "answered 500");
        try (Connection other = jobs.database.open();
                Statement statement = other.createStatement();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            other.setAutoCommit(false);
            statement.execute(
                    "INSERT INTO signalbox_platform.attempts (job, number, attempted_at, duration_millis, success,"
                            + " error_message, counted) VALUES (" + JobSourceFixture.number(message.id())
                            + ", 1, now(), 1, false, 'late answer', false)");
            Future<SettleResult> settled = threads.submit(() -> jobs.settle(List.of(message), jobs.retryIn(1_000)));
            await().until(() -> !jobs.database
                    .values(
                            "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
                    .isEmpty());
            other.commit();

            assertThat(settled.get().recorded()).containsExactly(message.id());
        }
        assertThat(attempts(message)).extracting(Attempt::attemptNumber).containsExactly(1, 2);
        assertThat(attempts(message)).extracting(Attempt::errorMessage).containsExactly("late answer", "answered 500");
    }

    @Test
    void anAttemptOfAReleasedJobIsRecordedOnceThoughTheAnswerIsLost() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        AttemptReport report = JobSourceFixture.report("unreachable");
        for (int i = 0; i < 2; i++) {
            Message message = jobs.claim().messages().getFirst();
            jobs.journal.begin(message.id());
            jobs.journal.end(message.id(), List.of(report));
            jobs.settle(List.of(message), Verdict.RELEASE);
        }

        assertThat(attempts(jobs.claim().messages().getFirst())).hasSize(1);
    }

    @Test
    void anOwnerWithoutItsLeaseGetsAndChangesNothing() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        ClaimResult result = jobs.claim();
        jobs.post("t", null, 2);
        jobs.fence(jobs.owner);

        assertThat(jobs.settle(result, Verdict.COMPLETE).recorded()).isEmpty();
        assertThat(jobs.claim().messages()).isEmpty();
        assertThat(jobs.count("queue")).isEqualTo(2);
        assertThat(jobs.job(result.messages().getFirst().id(), "status")).isEqualTo("1");
    }

    @Test
    void aDeadOwnersJobsAreMarked() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        jobs.claim();

        jobs.takeOver("second");

        assertThat(jobs.claim().messages().getFirst().suspicion().isNone()).isFalse();
    }

    @Test
    void aClaimTakesNoMoreBytesThanThereIsRoomForButAlwaysOneJob() throws Exception {
        jobs.node.subscribe("s", "t");
        for (int i = 0; i < 4; i++) {
            jobs.node.post("{'type':'t','data':'%s'}".formatted("x".repeat(400)));
        }
        var request = new ClaimRequest(
                Shards.ALL, 10, 1_000, 10, Set.of(), Set.of(), DueRetries.NONE, JobSourceFixture.demand());

        ClaimResult first = jobs.source.claim(jobs.owner, request);

        assertThat(first.messages()).hasSize(2);
        assertThat(first.more()).isTrue();
        assertThat(jobs.source.claim(jobs.owner, request).messages()).hasSize(2);
        jobs.settle(first, Verdict.COMPLETE);
        assertThat(jobs.count("queue")).isEqualTo(2);
    }
}
