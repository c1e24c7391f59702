package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.store.PlatformFixture;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Upkeep in pieces: what is interrupted or too large for one round is finished in later ones, and holds nothing else back. */
class UpkeepTest extends JobSourceTestBase {
    private static final int MANY = 2_500;

    /** Runs rounds until nothing is left to do at once. */
    private void finish() throws SourceException {
        for (int round = 0; round < 1_000; round++) {
            if (!jobs.source.upkeep().orElseThrow().more()) {
                return;
            }
        }
        throw new AssertionError("upkeep never ends");
    }

    /** A group that is held by its first job, and whose second one is deferred. */
    private Message holdAGroup() throws Exception {
        jobs.node.subscribe("s", "t", "'mode':'BLOCK_ON_ERROR'");
        jobs.post("t", "g", 1);
        jobs.post("t", "g", 2);
        List<Message> messages = jobs.claim().messages();
        jobs.settle(messages.subList(1, messages.size()), Verdict.RELEASE);
        jobs.settle(messages.subList(0, 1), new Verdict.Park("answered 404"));
        assertThat(jobs.drain()).isEmpty();
        assertThat(jobs.count("deferred")).isEqualTo(1);
        jobs.source.upkeep();
        return messages.getFirst();
    }

    private void deferMany() throws SQLException {
        jobs.execute("INSERT INTO signalbox_platform.deferred (stream, position, job, event, accepted_at, attempts,"
                + " message_group, held_since) SELECT d.stream, d.position + n, -n, d.event, d.accepted_at, 0, d.message_group,"
                + " d.held_since FROM signalbox_platform.deferred d, generate_series(1, " + (MANY - 1) + ") n");
    }

    private void change(String columns) throws SQLException {
        jobs.execute(
                "UPDATE signalbox_platform.registry SET settings_version = settings_version + 1",
                "UPDATE signalbox_platform.subscriptions SET " + columns
                        + ", changed_in = (SELECT settings_version FROM signalbox_platform.registry)");
    }

    /** Deletes of this table fail, or do something else besides. */
    private void onDelete(String table, String body) throws SQLException {
        jobs.execute(
                "CREATE OR REPLACE FUNCTION public.on_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + body
                        + "; RETURN OLD; END $$",
                "CREATE OR REPLACE TRIGGER on_delete BEFORE DELETE ON signalbox_platform." + table
                        + " FOR EACH ROW EXECUTE FUNCTION public.on_delete()");
    }

    @Test
    void aLargeGroupGoesOnInPieces() throws Exception {
        holdAGroup();
        deferMany();
        change("mode = 'NEXT_ON_ERROR'");

        assertThat(jobs.source.upkeep().orElseThrow().more()).isTrue();
        assertThat(jobs.count("deferred")).isEqualTo(MANY - DeferredRows.PIECE);
        finish();

        assertThat(jobs.count("deferred")).isZero();
        assertThat(jobs.count("queue")).isEqualTo(MANY);
    }

    @Test
    void aGroupThatCouldNotGoOnDoesSoInTheNextRound() throws Exception {
        holdAGroup();
        change("mode = 'NEXT_ON_ERROR'");
        onDelete("deferred", "RAISE EXCEPTION 'interrupted'");
        assertThatThrownBy(jobs.source::upkeep).isInstanceOf(SourceException.class);
        assertThat(jobs.count("deferred")).isEqualTo(1);

        onDelete("deferred", "NULL");
        finish();

        assertThat(jobs.count("deferred")).isZero();
        assertThat(jobs.drain()).containsExactly("2");
    }

    @Test
    void allDeferredJobsOfADeletedSubscriptionEnd() throws Exception {
        holdAGroup();
        deferMany();
        change("deleted_at = now()");

        finish();

        assertThat(jobs.count("deferred")).isZero();
        assertThat(jobs.count("given_up")).isZero();
    }

    @Test
    void aJobThatWasGivenUpHoldsNoGroupOfASubscriptionThatNoLongerBlocks() throws Exception {
        holdAGroup();
        change("mode = 'IMMEDIATE'");

        finish();

        assertThat(jobs.count("given_up")).isZero();
        assertThat(jobs.count("deferred")).isZero();
    }

    @Test
    void aSubscriptionThatBlocksKeepsWhatHoldsItsGroups() throws Exception {
        holdAGroup();
        jobs.node.subscribe("other", "u", "'mode':'NEXT_ON_ERROR'");
        jobs.takeOver("second");
        assertThat(jobs.drain()).isEmpty();

        finish();

        assertThat(jobs.count("given_up")).isEqualTo(1);
        assertThat(jobs.count("deferred")).isEqualTo(1);
    }

    @Test
    void aRequestThatIsMadeAgainWhileItIsWorkedOnStays() throws Exception {
        Message first = holdAGroup();
        jobs.node.store.jobs().retry(Tsid.from(first.id()));
        onDelete(
                "deferred",
                "UPDATE signalbox_platform.job_requests SET requested_at = requested_at + interval '1 second'");

        jobs.source.upkeep();

        assertThat(jobs.count("deferred")).isZero();
        assertThat(jobs.count("job_requests")).isEqualTo(1);
        finish();
        assertThat(jobs.count("job_requests")).isZero();
    }

    @Test
    void aSecondRetryIsALaterRequest() throws Exception {
        Message first = holdAGroup();
        jobs.node.store.jobs().retry(Tsid.from(first.id()));
        String before = jobs.value("SELECT requested_at FROM signalbox_platform.job_requests");
        jobs.settle(jobs.claim(), new Verdict.Park("answered 404"));

        jobs.node.store.jobs().retry(Tsid.from(first.id()));

        assertThat(jobs.value("SELECT requested_at > '" + before + "' FROM signalbox_platform.job_requests"))
                .isEqualTo("t");
    }

    @Test
    void manyJobsOfADeletedSubscriptionEndInPiecesAndHoldNothingBack() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        jobs.execute("INSERT INTO signalbox_platform.queue (stream, job, event) SELECT q.stream, -n, q.event FROM "
                + JobSourceFixture.QUEUE + " q, generate_series(1, " + (MANY - 1) + ") n");
        jobs.claim();
        change("deleted_at = now()");
        jobs.node.jobs.create(JobBodies.single(
                "",
                PlatformFixture.quoted(
                        "{'code':'a','targetUrl':'https://x.example/','expiresAt':'2099-01-01T00:00:00Z'}")));
        jobs.execute("UPDATE " + JobSourceFixture.QUEUE + " SET expires_at = now() WHERE expires_at IS NOT NULL");

        assertThat(jobs.source.upkeep().orElseThrow().more()).isTrue();

        assertThat(jobs.value("SELECT count(*) FROM " + JobSourceFixture.QUEUE + " WHERE expires_at IS NOT NULL"))
                .isEqualTo("0");
        assertThat(jobs.count("queue")).isBetween(1L, (long) MANY - 1);
        finish();
        assertThat(jobs.count("queue")).isZero();
    }

    @Test
    void aTaskThatFailsHoldsNoOtherBack() throws Exception {
        holdAGroup();
        change("mode = 'NEXT_ON_ERROR'");
        onDelete("given_up", "RAISE EXCEPTION 'interrupted'");
        jobs.execute("INSERT INTO signalbox_platform.scheduled (due_at, job, stream, expires_at)"
                + " VALUES (now() + interval '1 hour', 1, 1, now())");

        assertThatThrownBy(jobs.source::upkeep).isInstanceOf(SourceException.class);

        assertThat(jobs.count("scheduled")).isZero();
    }
}
