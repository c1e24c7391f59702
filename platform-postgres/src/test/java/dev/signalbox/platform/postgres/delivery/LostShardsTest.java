package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.platform.delivery.AttemptJournal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node that has given a stream back, but has not been asked to claim since, leaves the stream alone. */
class LostShardsTest extends JobSourceTestBase {
    private String states() throws Exception {
        return String.join("|", jobs.database.values("SELECT status FROM signalbox_platform.jobs ORDER BY id"));
    }

    /** Gives all streams to another living node, and returns its source. */
    private PostgresJobSource handOver(String name) throws Exception {
        Incarnation second = jobs.join(name);
        PostgresJobSource source = jobs.newSource(new AttemptJournal());
        source.gained(second, Shards.ALL);
        source.claim(second, JobSourceFixture.request(JobSourceFixture.demand()));
        return source;
    }

    @Test
    void itEndsNoJobsThere() throws Exception {
        jobs.node.subscribe("s", "t", "'maxAgeSeconds':1000");
        jobs.post("t", null, 1);
        jobs.settle(jobs.claim(), Verdict.RELEASE);
        PostgresJobSource second = handOver("second");
        jobs.execute(
                "UPDATE " + JobSourceFixture.QUEUE + " SET expires_at = now() - interval '1 second',"
                        + " accepted_at = now() - interval '2000 seconds'",
                "INSERT INTO signalbox_platform.job_requests (job, kind, stream, reason)"
                        + " SELECT job, 1, stream, 'not wanted' FROM " + JobSourceFixture.QUEUE);

        assertThat(jobs.source.upkeep()).isPresent();
        assertThat(jobs.source.upkeep()).as("nothing is left to look after").isEmpty();

        assertThat(states()).isEqualTo("1");
        assertThat(jobs.count("job_requests")).isEqualTo(1);
        second.upkeep();
        assertThat(states()).isEqualTo("5");
    }

    @Test
    void aStatementThatIsUnderWayMeanwhileChangesNothingThere() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "g", 1);
        jobs.post("t", "g", 2);
        List<Message> messages = jobs.claim().messages();
        jobs.settle(messages.subList(1, 2), Verdict.RELEASE);
        jobs.settle(messages.subList(0, 1), new Verdict.Park("answered 404"));
        assertThat(jobs.drain()).isEmpty();
        assertThat(jobs.count("deferred")).isEqualTo(1);
        jobs.execute("DELETE FROM signalbox_platform.given_up");
        Incarnation first = jobs.owner;
        jobs.join("second");

        JobSourceState state = new JobSourceState(() -> 0);
        DeferredRows deferred = new DeferredRows(jobs.statements());
        long stream = messages.getFirst().outlet();
        assertThat(deferred.release(first, stream, "g", true)).isZero();
        assertThat(jobs.count("deferred")).isEqualTo(1);
        QueueKey key = new QueueKey(
                stream,
                Long.parseLong(jobs.value("SELECT position FROM signalbox_platform.deferred")),
                JobSourceFixture.number(messages.getLast().id()));
        new EndJobs(jobs.statements(), new JobEndings(jobs.journal)).end(first, state, Map.of(key, "not wanted"));
        assertThat(states()).isEqualTo("4|1");
    }
}
