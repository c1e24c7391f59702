package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.platform.delivery.DeletedSubscription;
import dev.signalbox.platform.delivery.JobExpiry;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.store.PlatformFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Jobs that end because their time is over, because they are cancelled, or because their subscription is gone. */
class ExpiryTest extends JobSourceTestBase {
    private static final String CANCELLED = "5";

    private void direct(String more) throws Exception {
        jobs.node.jobs.create(JobBodies.single(
                "", PlatformFixture.quoted("{'code':'a','targetUrl':'https://x.example/'" + more + "}")));
    }

    private List<String> states() throws Exception {
        return jobs.database.values("SELECT status FROM signalbox_platform.jobs ORDER BY id");
    }

    @Test
    void whatIsTooOldEndsAlsoBeforeItIsReadAndWhatIsNotDue() throws Exception {
        direct(",'expiresAt':'2099-01-01T00:00:00Z'");
        Instant later = Instant.ofEpochMilli(jobs.node.ids.databaseMillis()).plus(Duration.ofDays(30));
        direct(",'expiresAt':'2099-01-01T00:00:00Z','scheduledFor':'" + later + "'");
        direct("");
        jobs.claim();
        direct(",'expiresAt':'2099-01-01T00:00:00Z'");
        jobs.execute(
                "UPDATE signalbox_platform.queue SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL",
                "UPDATE signalbox_platform.scheduled SET expires_at = now() - interval '1 second'");

        jobs.source.upkeep();

        assertThat(states()).containsExactly(CANCELLED, CANCELLED, "1", CANCELLED);
        assertThat(jobs.database.values("SELECT DISTINCT reason FROM signalbox_platform.ended"))
                .containsExactly(JobExpiry.REASON);
    }

    @Test
    void anAttemptThatIsUnderWayDecides() throws Exception {
        direct(",'expiresAt':'2099-01-01T00:00:00Z'");
        direct(",'expiresAt':'2099-01-01T00:00:00Z'");
        List<Message> messages = jobs.claim().messages();
        messages.forEach(message -> jobs.journal.begin(message.id()));
        jobs.execute("UPDATE signalbox_platform.queue SET expires_at = now() - interval '1 second'");

        jobs.source.upkeep();
        assertThat(states()).containsExactly("1", "1");
        jobs.journal.end(messages.getFirst().id(), List.of(JobSourceFixture.report(null)));
        jobs.journal.end(messages.getLast().id(), List.of(JobSourceFixture.report("answered 500")));
        jobs.settle(messages.subList(0, 1), Verdict.COMPLETE);
        jobs.settle(messages.subList(1, 2), jobs.retryIn(1));

        assertThat(states()).containsExactly("3", CANCELLED);
        assertThat(jobs.count("queue")).isZero();
    }

    @Test
    void aJobThatEndedInHandIsNotSentAndNotDeliveredAgain() throws Exception {
        direct(",'expiresAt':'2099-01-01T00:00:00Z'");
        List<Message> messages = jobs.claim().messages();
        jobs.execute("UPDATE signalbox_platform.queue SET expires_at = now() - interval '1 second'");

        jobs.source.upkeep();

        assertThat(states()).containsExactly(CANCELLED);
        assertThat(jobs.journal.begin(messages.getFirst().id())).isFalse();
        jobs.settle(messages, Verdict.RELEASE);
        assertThat(jobs.drain()).isEmpty();
        assertThat(states()).containsExactly(CANCELLED);
    }

    @Test
    void theAgeOfASubscriptionIsThePresentOne() throws Exception {
        jobs.node.subscribe("s", "t", "'maxAgeSeconds':1000");
        jobs.post("t", null, 1);
        jobs.execute("UPDATE signalbox_platform.queue SET accepted_at = now() - interval '900 seconds'");
        jobs.post("t", null, 2);
        jobs.takeOver("second");
        // The stream is closed: it is not read
        jobs.source.claim(jobs.owner, JobSourceFixture.request(closed()));
        jobs.source.upkeep();
        assertThat(states()).containsExactly("1", "1");

        jobs.execute(
                "UPDATE signalbox_platform.registry SET settings_version = settings_version + 1",
                "UPDATE signalbox_platform.subscriptions SET max_age_seconds = 800,"
                        + " changed_in = (SELECT settings_version FROM signalbox_platform.registry)");
        jobs.source.upkeep();

        assertThat(states()).containsExactly(CANCELLED, "1");
    }

    private OutletDemand closed() throws Exception {
        long stream = Long.parseLong(jobs.value("SELECT stream FROM " + JobSourceFixture.QUEUE));
        return new OutletDemand(Set.of(stream), Set.of(), Map.of(), 10);
    }

    @Test
    void whatTurnsUpInAClosedStreamEndsInItsTime() throws Exception {
        jobs.node.subscribe("s", "t", "'maxAgeSeconds':1000");
        jobs.post("t", null, 1);
        OutletDemand closed = closed();
        jobs.source.claim(jobs.owner, JobSourceFixture.request(closed));
        jobs.source.upkeep();
        jobs.execute("DELETE FROM " + JobSourceFixture.QUEUE);
        jobs.source.upkeep();
        jobs.post("t", null, 2);
        jobs.execute("UPDATE " + JobSourceFixture.QUEUE + " SET accepted_at = now() - interval '2000 seconds'");
        jobs.source.claim(jobs.owner, JobSourceFixture.request(closed));

        jobs.source.upkeep();

        assertThat(states()).containsExactly("1", CANCELLED);
    }

    @Test
    void aJobThatTurnsUpOldEndsAtOnceAlsoInAStreamThatHadNone() throws Exception {
        jobs.node.subscribe("s", "t", "'maxAgeSeconds':1000");
        jobs.post("t", null, 1);
        OutletDemand closed = closed();
        assertThat(jobs.drain()).containsExactly("1");
        jobs.post("t", null, 2);
        jobs.execute("UPDATE " + JobSourceFixture.QUEUE + " SET accepted_at = now() - interval '2000 seconds'");
        jobs.source.claim(jobs.owner, JobSourceFixture.request(closed));

        jobs.source.upkeep();

        assertThat(states()).containsExactly("3", CANCELLED);
    }

    @Test
    void ageStandsStillBehindAJobThatIsGivenUp() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'", "'maxAgeSeconds':1000");
        jobs.post("t", "g", 1);
        jobs.post("t", "g", 2);
        List<Message> messages = jobs.claim().messages();
        jobs.settle(messages.subList(1, 2), Verdict.RELEASE);
        jobs.settle(messages.subList(0, 1), new Verdict.Park("answered 404"));
        jobs.execute("UPDATE signalbox_platform.queue SET accepted_at = now() - interval '2000 seconds'");
        jobs.takeOver("second");
        jobs.source.claim(jobs.owner, JobSourceFixture.request(closed()));

        jobs.source.upkeep();

        assertThat(states()).containsExactly("4", "1");
        assertThat(jobs.count("deferred")).isEqualTo(1);
    }

    @Test
    void theJobsOfADeletedSubscriptionEndAlsoThoseThatTurnUpLater() throws Exception {
        var subscription = jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        jobs.post("t", null, 2);
        jobs.settle(jobs.claim().messages().subList(0, 1), Verdict.RELEASE);
        jobs.node.store.subscriptions().delete(subscription.id());

        jobs.source.upkeep();
        assertThat(states()).containsExactly(CANCELLED, CANCELLED);
        assertThat(jobs.database.values("SELECT DISTINCT reason FROM signalbox_platform.ended"))
                .containsExactly(DeletedSubscription.REASON);
        jobs.execute(
                "INSERT INTO signalbox_platform.queue (stream, job, event) SELECT stream, id, event FROM signalbox_platform.jobs"
                        + " ORDER BY id LIMIT 1",
                "UPDATE signalbox_platform.jobs SET status = 1");
        assertThat(jobs.drain()).isEmpty();
        jobs.source.upkeep();
        assertThat(jobs.count("queue")).isZero();
    }
}
