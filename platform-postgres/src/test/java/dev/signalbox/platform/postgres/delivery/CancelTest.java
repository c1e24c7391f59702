package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.platform.delivery.JobPlacement;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobChange;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.job.StreamOwner;
import dev.signalbox.platform.store.PlatformFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Jobs that another node may have in memory are ended by that node, and shown as what they are. */
class CancelTest extends JobSourceTestBase {
    private Message claimOne() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        return jobs.claim().messages().getFirst();
    }

    /** Cancels as another thread does, while the owner looks after its streams once the request is there. */
    private JobChange cancel(Message message) throws Exception {
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<JobChange> answer = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return jobs.node.store.jobs().cancel(Tsid.from(message.id()), "not wanted");
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    other);
            await().until(() -> jobs.count("job_requests") == 1);
            jobs.source.upkeep();
            if (jobs.journal.isInFlight(message.id())) {
                jobs.journal.end(message.id(), List.of(JobSourceFixture.report(null)));
                jobs.settle(List.of(message), Verdict.COMPLETE);
            }
            return answer.get();
        }
    }

    @Test
    void theOwnerEndsWhatIsNotInFlight() throws Exception {
        Message message = claimOne();

        assertThat(cancel(message)).isEqualTo(JobChange.DONE);

        assertThat(jobs.journal.begin(message.id())).isFalse();
        assertThat(jobs.job(message.id(), "status")).isEqualTo("5");
        assertThat(jobs.count("queue") + jobs.count("job_requests")).isZero();
        jobs.settle(List.of(message), Verdict.RELEASE);
        assertThat(jobs.drain()).isEmpty();
        assertThat(jobs.node.store.jobs().retry(Tsid.from(message.id()))).isEqualTo(JobChange.DONE);
        assertThat(jobs.drain()).containsExactly("1");
    }

    @Test
    void aJobThatIsRetriedWhileTheRelayStillHasItsMessageComesBack() throws Exception {
        Message message = claimOne();
        cancel(message);
        jobs.node.store.jobs().retry(Tsid.from(message.id()));
        assertThat(jobs.drain()).isEmpty();

        jobs.settle(List.of(message), Verdict.RELEASE);

        assertThat(jobs.drain()).containsExactly("1");
    }

    @Test
    void anAttemptThatSucceedsCompletesTheJob() throws Exception {
        Message message = claimOne();
        jobs.journal.begin(message.id());

        assertThat(cancel(message)).isEqualTo(JobChange.NOT_POSSIBLE);

        assertThat(jobs.job(message.id(), "status")).isEqualTo("3");
        assertThat(jobs.count("job_requests")).isZero();
    }

    @Test
    void withoutAnOwnerTheJobEndsAtOnceAndADeadOwnerIsFenced() throws Exception {
        Message message = claimOne();
        jobs.execute("UPDATE signalbox.nodes SET expires_at = now() - interval '1 second'");

        assertThat(jobs.node.store.jobs().cancel(Tsid.from(message.id()), "not wanted"))
                .isEqualTo(JobChange.DONE);

        assertThat(jobs.count("queue")).isZero();
        assertThat(jobs.settle(List.of(message), Verdict.COMPLETE).recorded()).isEmpty();
        assertThat(jobs.job(message.id(), "status")).isEqualTo("5");
    }

    @Test
    void aJobThatIsGivenUpBeforeTheOwnerSeesTheRequestIsCancelledAllTheSame() throws Exception {
        Message message = claimOne();
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<JobChange> answer =
                    other.submit(() -> jobs.node.store.jobs().cancel(Tsid.from(message.id()), "not wanted"));
            await().until(() -> jobs.count("job_requests") == 1);
            jobs.attempt(message, "answered 404");
            jobs.settle(List.of(message), new Verdict.Park("answered 404"));
            jobs.source.upkeep();

            assertThat(answer.get()).isEqualTo(JobChange.DONE);
        }
        assertThat(jobs.job(message.id(), "status")).isEqualTo("5");
        assertThat(jobs.count("job_requests")).isZero();
    }

    @Test
    void aScheduledJobThatGetsItsPlaceAtTheSameMomentIsCancelledOrDelivered() throws Exception {
        jobs.disown();
        Instant later = Instant.ofEpochMilli(jobs.node.ids.databaseMillis()).plus(Duration.ofHours(1));
        String body = "{'code':'a','targetUrl':'https://x.example/','scheduledFor':'" + later + "'}";
        Tsid job = jobs.node
                .jobs
                .create(JobBodies.single("", PlatformFixture.quoted(body)))
                .job()
                .id();
        jobs.execute(
                "UPDATE signalbox_platform.scheduled SET due_at = now()",
                "UPDATE signalbox_platform.tasks SET scheduled_for = (SELECT due_at FROM signalbox_platform.scheduled)");
        try (Connection blocker = jobs.database.open();
                Statement statement = blocker.createStatement();
                ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            blocker.setAutoCommit(false);
            statement.execute("SELECT 1 FROM signalbox_platform.jobs FOR UPDATE");
            Future<Integer> queued = others.submit(() -> jobs.node.store.jobs().queueDue(10));
            await().until(() -> waiting() == 1);
            Future<JobChange> cancelled =
                    others.submit(() -> jobs.node.store.jobs().cancel(job, "not wanted"));
            await().until(() -> waiting() == 2);
            blocker.commit();

            assertThat(queued.get()).isEqualTo(1);
            assertThat(cancelled.get()).isEqualTo(JobChange.DONE);
        }
        assertThat(jobs.job(job.toString(), "status")).isEqualTo("5");
        assertThat(jobs.count("queue") + jobs.count("scheduled")).isZero();
    }

    /** How many statements wait for a lock. */
    private int waiting() throws SQLException {
        return Integer.parseInt(jobs.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND datname = current_database()"));
    }

    @Test
    void aJobThatANodeHasInHandIsInProgress() throws Exception {
        Message message = claimOne();

        assertThat(jobs.node
                        .store
                        .jobs()
                        .find(Tsid.from(message.id()))
                        .orElseThrow()
                        .status())
                .isEqualTo(JobStatus.IN_PROGRESS);
        jobs.attempt(message, "answered 500");
        jobs.settle(List.of(message), jobs.retryIn(100_000));
        assertThat(jobs.node
                        .store
                        .jobs()
                        .find(Tsid.from(message.id()))
                        .orElseThrow()
                        .status())
                .isEqualTo(JobStatus.ERROR);
    }

    @Test
    void whatAJobWaitsForIsExplained() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'", "'delaySeconds':1000");
        jobs.post("t", "g", 1);
        jobs.post("t", "g", 2);
        List<String> ids = jobs.database.values("SELECT id FROM signalbox_platform.jobs ORDER BY id");
        StreamOwner explanations = new StreamOwner(new PlatformDatabase(jobs.connections));
        Tsid first = Tsid.from(Long.parseLong(ids.getFirst()));
        Tsid second = Tsid.from(Long.parseLong(ids.getLast()));

        JobPlacement waiting = explanations.of(second).orElseThrow();
        assertThat(waiting.waits()).isTrue();
        assertThat(waiting.notBefore()).isNotNull();
        assertThat(waiting.behind()).isEqualTo(first);
        assertThat(waiting.heldBy()).isNull();
        assertThat(waiting.expiresAt()).isNotNull();

        jobs.execute("UPDATE signalbox_platform.subscriptions SET delay_seconds = 0");
        jobs.settle(jobs.claim().messages().subList(0, 1), new Verdict.Park("answered 404"));
        JobPlacement held = explanations.of(second).orElseThrow();
        assertThat(held.heldBy()).isEqualTo(first);
        assertThat(held.notBefore()).isNull();
        assertThat(explanations.of(Tsid.from(1))).isEmpty();

        assertThat(held.owner()).isEqualTo("node");
        jobs.disown();
        assertThat(explanations.of(second).orElseThrow().owner()).isNull();
    }
}
