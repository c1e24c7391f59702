package dev.signalbox.platform.store;

import static dev.signalbox.platform.store.PlatformFixture.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.job.CreatedJob;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobChange;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does with jobs. Each test needs an empty store. */
public abstract class JobStoreContract {
    private PlatformFixture node;

    protected abstract PlatformStore emptyStore() throws Exception;

    /** Lets a job of the store end as a delivery does that was given up. */
    protected abstract void giveUp(Tsid job) throws Exception;

    /** The jobs that wait in the streams, in the order of their places. */
    protected abstract List<Tsid> queued() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        node = new PlatformFixture(emptyStore());
    }

    private CreatedJob create(String json) throws Exception {
        return node.jobs.create(JobBodies.single("", quoted(json)));
    }

    private Job find(Tsid id) throws Exception {
        return node.store.jobs().find(id).orElseThrow();
    }

    @Test
    void listsLeaveOutLargePayloads() throws Exception {
        String large = "x".repeat(InputLimits.LISTED_DATA_BYTES);
        CreatedJob created = create("{'code':'large','targetUrl':'https://example.com/m','payload':['" + large + "']}");

        Job listed = node.store
                .jobs()
                .search(new JobSearch(
                        null, null, null, "large", null, null, null, null, null, null, null, PageRequest.first()))
                .items()
                .getFirst();

        assertThat(listed.payloadLeftOut()).isTrue();
        assertThat(listed.fields().payload()).isNull();
        assertThat(find(created.job().id()).payloadLeftOut()).isFalse();
        assertThat(find(created.job().id()).fields().payload()).isNotNull();
    }

    @Test
    void aDirectJobComesBackWithAllItsFields() throws Exception {
        CreatedJob created = create("""
                {'code':'mail','source':'shop','subject':'u','targetUrl':'https://example.com/m','payload':'{\\'n\\': 1.0}','messageGroup':'g',
                 'mode':'NEXT_ON_ERROR','timeoutSeconds':5,'maxRetries':1,'sequence':3,'dataOnly':false,'correlationId':'c',
                 'expiresAt':'2099-01-01T00:00:00Z','headers':{'X-A':'b'},'metadata':{'k':'v'},'externalId':'x','clientId':'acme',
                 'payloadContentType':'text/plain','secret':'0123456789abcdef','eventId':'0000000000009','kind':'EVENT'}""");

        Job job = find(created.job().id());

        assertThat(job).isEqualTo(created.job());
        assertThat(job.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(job.fields().headers()).isEqualTo(Map.of("X-A", "b"));
        assertThat(job.fields().metadata()).isEqualTo(new JsonText("{\"k\":\"v\"}"));
        assertThat(job.fields().expiresAt()).isEqualTo(Instant.parse("2099-01-01T00:00:00Z"));
        assertThat(job.fields().client()).isEqualTo("acme");
        assertThat(job.fields().kind()).isEqualTo(JobKind.EVENT);
        assertThat(job.fields().eventId()).isEqualTo(Tsid.from(9));
        assertThat(queued()).containsExactly(job.id());
        assertThat(node.store.jobs().attempts(job.id())).isEmpty();
        assertThat(node.store.jobs().find(Tsid.from(1))).isEmpty();
    }

    @Test
    void anIdempotencyKeyMakesOneJobPerClient() throws Exception {
        String json = "{'code':'a','targetUrl':'https://x.example/','idempotencyKey':'k'%s}";
        CreatedJob first = create(json.formatted(""));

        CreatedJob again = create(json.formatted(",'subject':'other'"));

        assertThat(again.duplicate()).isTrue();
        assertThat(again.job()).isEqualTo(first.job());
        assertThat(create(json.formatted(",'expiresAt':'2020-01-01T00:00:00Z'")).job())
                .as("repeated when it had expired")
                .isEqualTo(first.job());
        assertThat(create(json.formatted(",'clientId':'acme'")).duplicate()).isFalse();
        assertThat(node.post("{'type':'a','deduplicationId':'k'}").duplicate()).isFalse();
    }

    @Test
    void sequenceDecidesTheOrderWithinABatch() throws Exception {
        List<CreatedJob> jobs = node.jobs.create(JobBodies.batch("", quoted("""
                [{'code':'late','targetUrl':'https://x.example/','sequence':9},{'code':'early','targetUrl':'https://x.example/','sequence':1},
                 {'code':'k','targetUrl':'https://x.example/','idempotencyKey':'k'},{'code':'l','targetUrl':'https://x.example/','idempotencyKey':'k'}]""")));

        assertThat(jobs).extracting(it -> it.job().fields().code()).containsExactly("late", "early", "k", "k");
        assertThat(jobs).extracting(CreatedJob::duplicate).containsExactly(false, false, false, true);
        assertThat(queued())
                .containsExactly(
                        jobs.get(1).job().id(),
                        jobs.get(0).job().id(),
                        jobs.get(2).job().id());
    }

    @Test
    void aScheduledJobWaitsBesideTheQueueUntilItIsDueOrCancelled() throws Exception {
        String json = "{'code':'a','targetUrl':'https://x.example/','scheduledFor':'%s'}";
        Job past = create(json.formatted("2020-01-01T00:00:00Z")).job();
        Instant inAYear = Instant.ofEpochMilli(node.ids.databaseMillis()).plus(Duration.ofDays(365));
        Job ahead = create(json.formatted(inAYear)).job();
        Job soon = create(json.formatted(Instant.ofEpochMilli(node.ids.databaseMillis() + 300)))
                .job();
        assertThat(queued()).containsExactly(past.id());
        assertThat(ahead.nextAttemptAt()).isEqualTo(inAYear);

        await().until(() -> node.store.jobs().queueDue(10) == 1);
        assertThat(queued()).containsExactly(past.id(), soon.id());

        assertThat(node.store.jobs().cancel(ahead.id(), "no longer wanted")).isEqualTo(JobChange.DONE);
        Job cancelled = find(ahead.id());
        assertThat(cancelled.status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(cancelled.lastError()).isEqualTo("no longer wanted");
        assertThat(cancelled.completedAt()).isNotNull();
        assertThat(node.store.jobs().cancel(ahead.id(), "again")).isEqualTo(JobChange.NOT_POSSIBLE);

        assertThat(node.store.jobs().retry(ahead.id())).isEqualTo(JobChange.DONE);
        assertThat(queued()).containsExactly(past.id(), soon.id(), ahead.id());
        assertThat(find(ahead.id()).status()).isEqualTo(JobStatus.QUEUED);
    }

    @Test
    void aJobIsScheduledForAYearAheadAtMost() throws Exception {
        Instant later = Instant.ofEpochMilli(node.ids.databaseMillis()).plus(Duration.ofDays(367));

        assertThatThrownBy(() -> create("{'code':'a','targetUrl':'https://x.example/','scheduledFor':'" + later + "'}"))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        refused -> assertThat(refused.errors())
                                .containsExactly(new FieldError(null, "scheduledFor", "is more than 366 days ahead")));
        assertThat(queued()).isEmpty();
    }

    @Test
    void aJobThatWaitsInItsStreamEndsAtOnceIfNoNodeDelivers() throws Exception {
        Job job = create("{'code':'a','targetUrl':'https://x.example/'}").job();
        assertThat(node.store.jobs().retry(job.id())).isEqualTo(JobChange.NOT_POSSIBLE);
        assertThat(node.store.jobs().cancel(Tsid.from(1), "x")).isEqualTo(JobChange.NOT_FOUND);

        assertThat(node.store.jobs().cancel(job.id(), "x")).isEqualTo(JobChange.DONE);

        assertThat(find(job.id()).status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(find(job.id()).lastError()).isEqualTo("x");
        assertThat(queued()).isEmpty();
    }

    @Test
    void aJobThatWasGivenUpReturnsToItsOldPlaceOrIsCancelled() throws Exception {
        node.subscribe("s", "t");
        Event first = node.post("{'type':'t','messageGroup':'g'}").event();
        node.post("{'type':'t','messageGroup':'g'}");
        List<Tsid> before = queued();
        giveUp(before.getFirst());
        assertThat(find(before.getFirst()).status()).isEqualTo(JobStatus.ERROR);
        assertThat(listed(JobStatus.ERROR)).containsExactly(before.getFirst());

        assertThat(node.store.jobs().retry(before.getFirst())).isEqualTo(JobChange.DONE);
        assertThat(queued()).isEqualTo(before);
        assertThat(listed(JobStatus.ERROR)).isEmpty();

        giveUp(before.getFirst());
        assertThat(node.store.jobs().cancel(before.getFirst(), "given up")).isEqualTo(JobChange.DONE);
        assertThat(listed(JobStatus.ERROR)).isEmpty();
        assertThat(listed(JobStatus.CANCELLED)).containsExactly(before.getFirst());
        assertThat(find(before.getFirst()).fields().eventId()).isEqualTo(first.id());
    }

    private List<Tsid> listed(JobStatus status) throws Exception {
        return search(null, status, null, null, null, null, null, null);
    }

    private List<Tsid> search(
            @Nullable String client,
            @Nullable JobStatus status,
            @Nullable JobKind kind,
            @Nullable String code,
            @Nullable String source,
            @Nullable Tsid subscription,
            @Nullable Tsid pool,
            @Nullable String group)
            throws Exception {
        JobSearch search = new JobSearch(
                client, status, kind, code, source, subscription, pool, null, group, null, null, PageRequest.first());
        List<Tsid> found =
                node.store.jobs().search(search).items().stream().map(Job::id).toList();
        assertThat(node.store.jobs().search(search).totalItems()).isEqualTo(found.size());
        return found;
    }

    @Test
    void jobsAreFoundByEachCriterion() throws Exception {
        DispatchPool pool =
                node.store.dispatchPools().create(node.ids.next(), DispatchPool.readNew("", quoted("{'code':'p'}")));
        Subscription subscription = node.subscribe("s", "t", "'dispatchPoolId':'" + pool.id() + "'");
        node.post("{'type':'t','source':'e','messageGroup':'g','clientId':'acme'}");
        Tsid ofEvent = queued().getFirst();
        Tsid direct = create("{'code':'d','source':'f','targetUrl':'https://x.example/','messageGroup':'h'}")
                .job()
                .id();

        assertThat(search("acme", null, null, null, null, null, null, null)).containsExactly(ofEvent);
        assertThat(search(null, JobStatus.QUEUED, null, null, null, null, null, null))
                .containsExactly(direct, ofEvent);
        assertThat(search(null, JobStatus.COMPLETED, null, null, null, null, null, null))
                .isEmpty();
        assertThat(search(null, null, JobKind.TASK, null, null, null, null, null))
                .containsExactly(direct);
        assertThat(search(null, null, JobKind.EVENT, null, null, null, null, null))
                .containsExactly(ofEvent);
        assertThat(search(null, null, null, "t", null, null, null, null)).containsExactly(ofEvent);
        assertThat(search(null, null, null, null, "f", null, null, null)).containsExactly(direct);
        assertThat(search(null, null, null, null, null, subscription.id(), null, null))
                .containsExactly(ofEvent);
        assertThat(search(null, null, null, null, null, null, pool.id(), null)).containsExactly(ofEvent);
        assertThat(search(null, null, null, null, null, null, null, "s:g")).containsExactly(ofEvent);
        assertThat(search("", null, null, "d", "f", null, null, "h")).containsExactly(direct);
    }

    @Test
    void nodesHaveDifferentNumbers() throws Exception {
        PlatformFixture other = new PlatformFixture(node.store);

        assertThat(node.store.nodeNumbers().hold(null).number())
                .isNotEqualTo(node.store.nodeNumbers().hold(null).number());
        assertThat(other.ids.next()).isNotEqualTo(node.ids.next());
    }
}
