package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.platform.delivery.AttemptReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is recorded of jobs that were in flight when their owner died. */
class SuspectJobsTest extends JobSourceTestBase {
    private int deaths;
    /** By what the job carries. */
    private final Map<String, Message> claimed = new TreeMap<>();

    @BeforeEach
    void twoJobs() throws Exception {
        jobs.node.subscribe("s", "t");
        jobs.post("t", null, 1);
        jobs.post("t", null, 2);
        claimAll();
    }

    private void claimAll() throws Exception {
        for (Message message : jobs.claim().messages()) {
            claimed.put(message.payload().utf8(), message);
        }
    }

    private void mark(String job, boolean alone) throws Exception {
        assertThat(jobs.source.markInFlight(jobs.owner, List.of(message(job).id()), alone))
                .isTrue();
    }

    private Message message(String job) {
        return Objects.requireNonNull(claimed.get(job));
    }

    private List<Suspicion> suspicionsAfterDeath() throws Exception {
        jobs.takeOver("after death " + deaths++);
        claimed.clear();
        claimAll();
        return claimed.values().stream().map(Message::suspicion).toList();
    }

    @Test
    void aSecondDeathOfTheOnlyJobInFlightCountsAsAnAttempt() throws Exception {
        assertThat(suspicionsAfterDeath()).containsExactly(Suspicion.MARKED, Suspicion.MARKED);
        mark("1", true);

        assertThat(suspicionsAfterDeath()).containsExactly(Suspicion.suspect(1, 1), Suspicion.MARKED);
        assertThat(message("1").attempts()).isOne();
        assertThat(message("2").attempts()).isZero();
    }

    @Test
    void aJobThatGotCompanyIsNotCharged() throws Exception {
        suspicionsAfterDeath();
        mark("1", true);
        jobs.source.endAlone(jobs.owner, message("1").id());

        assertThat(suspicionsAfterDeath()).containsExactly(Suspicion.suspect(1, 0), Suspicion.MARKED);
        assertThat(message("1").attempts()).isZero();
    }

    @Test
    void aJobWhoseTargetWasSilentForLongerThanAKillerLivesIsNoSuspectAnyMore() throws Exception {
        suspicionsAfterDeath();
        mark("1", true);
        mark("2", true);
        assertThat(suspicionsAfterDeath()).allMatch(Suspicion::isAlone);

        jobs.attempted(message("1"), silent(30_000));
        jobs.attempted(message("2"), silent(100));
        jobs.settle(List.copyOf(claimed.values()), Verdict.RELEASE);
        claimAll();

        assertThat(message("1").suspicion()).isEqualTo(Suspicion.NONE);
        assertThat(message("2").suspicion().isAlone()).isTrue();
        assertThat(jobs.value("SELECT count(*) FROM signalbox.suspects")).isEqualTo("1");
    }

    private static AttemptReport silent(int millis) {
        return new AttemptReport(Instant.EPOCH, millis, null, null, "no answer");
    }

    @Test
    void aJobThatItsOwnerDoesNotHoldIsNotRecordedAsInFlight() throws Exception {
        suspicionsAfterDeath();
        jobs.settle(List.of(message("1")), Verdict.RELEASE);
        mark("1", true);
        claimAll();

        assertThat(suspicionsAfterDeath()).containsExactly(Suspicion.MARKED, Suspicion.MARKED);
        assertThat(message("1").attempts()).isZero();
    }
}
