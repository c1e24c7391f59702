package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.store.PlatformFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lists show each job with the status that the job alone shows. */
class JobListsTest extends JobSourceTestBase {
    private Tsid direct(String json) throws Exception {
        return jobs.node
                .jobs
                .create(JobBodies.single(
                        "", PlatformFixture.quoted("{'code':'d','targetUrl':'https://x.example/'," + json + "}")))
                .job()
                .id();
    }

    private List<Tsid> listed(@Nullable JobStatus status, @Nullable Tsid subscription, @Nullable Tsid event)
            throws Exception {
        JobSearch search = new JobSearch(
                null, status, null, null, null, subscription, null, event, null, null, null, PageRequest.first());
        ResultPage<Job> page = jobs.node.store.jobs().search(search);
        List<Tsid> ids = page.items().stream().map(Job::id).toList();
        assertThat(page.totalItems()).isEqualTo(ids.size());
        assertThat(ids).isSortedAccordingTo(Collections.reverseOrder());
        for (Job job : page.items()) {
            assertThat(job.status()).isEqualTo(status(job.id()));
        }
        return ids;
    }

    private JobStatus status(Tsid id) throws Exception {
        return jobs.node.store.jobs().find(id).orElseThrow().status();
    }

    private List<Tsid> all() throws Exception {
        List<Tsid> ids = new ArrayList<>();
        for (String id : jobs.database.values("SELECT id FROM signalbox_platform.jobs ORDER BY id DESC")) {
            ids.add(Tsid.from(Long.parseLong(id)));
        }
        return ids;
    }

    /** Leaves jobs in every state that there is. */
    private Subscription fill() throws Exception {
        Subscription subscription = jobs.node.subscribe("s", "t");
        for (int i = 1; i <= 5; i++) {
            jobs.post("t", null, i);
        }
        List<Message> claimed = jobs.claim().messages();
        jobs.settle(claimed.subList(0, 1), Verdict.COMPLETE);
        jobs.settle(claimed.subList(1, 2), jobs.retryIn(100_000));
        jobs.settle(claimed.subList(2, 3), new Verdict.Park("answered 404"));
        jobs.node.subscribe("b", "u", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("u", "g", 1);
        jobs.settle(jobs.claim(), new Verdict.Park("answered 404"));
        jobs.post("u", "g", 2);
        jobs.claim();
        assertThat(jobs.count("deferred")).isEqualTo(1);
        jobs.post("t", null, 6);
        direct("'subscriptionId':'%s'".formatted(subscription.id()));
        String scheduled = "'scheduledFor':'" + Instant.now().plus(Duration.ofDays(300)) + "'";
        direct(scheduled);
        Tsid cancelled = direct(scheduled + ",'subscriptionId':'%s'".formatted(subscription.id()));
        jobs.node.store.jobs().cancel(cancelled, "not wanted");
        return subscription;
    }

    @Test
    void eachStatusListsTheJobsThatShowIt() throws Exception {
        fill();

        List<Tsid> all = all();
        assertThat(listed(null, null, null)).isEqualTo(all);
        for (JobStatus status : JobStatus.values()) {
            List<Tsid> expected = new ArrayList<>();
            for (Tsid id : all) {
                if (status(id) == status) {
                    expected.add(id);
                }
            }
            assertThat(listed(status, null, null)).as(status.name()).isEqualTo(expected);
        }
        assertThat(listed(JobStatus.IN_PROGRESS, null, null)).hasSize(2);
        assertThat(listed(JobStatus.QUEUED, null, null)).hasSize(4);
        assertThat(listed(JobStatus.ERROR, null, null)).hasSize(3);
        assertThat(listed(JobStatus.COMPLETED, null, null)).hasSize(1);
        assertThat(listed(JobStatus.CANCELLED, null, null)).hasSize(1);
        assertThat(listed(JobStatus.PENDING, null, null)).isEmpty();
    }

    @Test
    void aSubscriptionListsTheDirectJobsThatNameIt() throws Exception {
        Tsid subscription = fill().id();

        assertThat(listed(null, subscription, null)).hasSize(8);
        assertThat(listed(JobStatus.IN_PROGRESS, subscription, null)).hasSize(2);
        assertThat(listed(JobStatus.QUEUED, subscription, null)).hasSize(2);
        assertThat(listed(JobStatus.ERROR, subscription, null)).hasSize(2);
        assertThat(listed(JobStatus.CANCELLED, subscription, null)).hasSize(1);
    }

    @Test
    void anEventListsItsJobsAndTheDirectJobsThatNameIt() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.node.subscribe("r", "t");
        Tsid event = jobs.node.post("{'type':'t'}").event().id();
        jobs.node.post("{'type':'t'}");
        Tsid direct = direct("'eventId':'%s'".formatted(event));

        assertThat(listed(null, null, event)).hasSize(3).startsWith(direct);
        assertThat(listed(JobStatus.QUEUED, null, event)).hasSize(3);
        assertThat(listed(JobStatus.ERROR, null, event)).isEmpty();
    }

    @Test
    void whatADeadNodeHadInHandWaits() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        jobs.claim();
        assertThat(listed(JobStatus.IN_PROGRESS, null, null)).hasSize(1);

        jobs.fence(jobs.owner);

        assertThat(listed(JobStatus.IN_PROGRESS, null, null)).isEmpty();
        assertThat(listed(JobStatus.QUEUED, null, null)).hasSize(1);
    }

    @Test
    void afterARetryOnlyFurtherAttemptsCount() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        Message message = jobs.claim().messages().getFirst();
        Tsid id = Tsid.from(message.id());
        jobs.attempt(message, "answered 404");
        jobs.settle(List.of(message), new Verdict.Park("answered 404"));
        assertThat(jobs.node.store.jobs().find(id).orElseThrow().attemptCount()).isEqualTo(1);

        jobs.node.store.jobs().retry(id);

        assertThat(jobs.node.store.jobs().find(id).orElseThrow().attemptCount()).isZero();
        assertThat(jobs.node.store.jobs().attempts(id)).hasSize(1);
        Message again = jobs.claim().messages().getFirst();
        jobs.attempt(again, null);
        jobs.settle(List.of(again), Verdict.COMPLETE);
        assertThat(jobs.node.store.jobs().find(id).orElseThrow().attemptCount()).isEqualTo(1);
        assertThat(jobs.node.store.jobs().attempts(id))
                .extracting(it -> it.attemptNumber())
                .containsExactly(1, 2);
    }
}
