package dev.signalbox.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.platform.delivery.AttemptJournal.Ending;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AttemptJournalTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String JOB = "job";

    private final AttemptJournal journal = new AttemptJournal();

    private static List<AttemptReport> report(int millis, @Nullable String error) {
        return List.of(new AttemptReport(NOW, millis, 200, "body", error));
    }

    private void attempt(int millis, @Nullable String error) {
        assertThat(journal.begin(JOB)).isTrue();
        journal.end(JOB, report(millis, error));
    }

    @Test
    void attemptsAreKeptUntilTheyAreRecorded() {
        attempt(1, "500");
        attempt(2, null);

        assertThat(journal.unrecorded(JOB))
                .extracting(AttemptReport::durationMillis)
                .containsExactly(1, 2);
        journal.forget(JOB);
        assertThat(journal.unrecorded(JOB)).isEmpty();
        assertThat(journal.size()).isZero();
    }

    @Test
    void ofManyAttemptsTheFirstAndTheLastAreKept() {
        IntStream.rangeClosed(1, 100).forEach(i -> attempt(i, "down"));

        assertThat(journal.unrecorded(JOB))
                .extracting(AttemptReport::durationMillis)
                .containsExactlyElementsOf(IntStream.concat(IntStream.rangeClosed(1, 5), IntStream.rangeClosed(81, 100))
                        .boxed()
                        .toList());
    }

    @Test
    void aJobThatEndsIsNotSentAnyMore() {
        assertThat(journal.forbid(JOB)).isEqualTo(Ending.NO_ATTEMPT);
        assertThat(journal.begin(JOB)).isFalse();
        assertThat(journal.forbid(JOB)).isEqualTo(Ending.NO_ATTEMPT);
        assertThat(journal.isInFlight(JOB)).isFalse();

        journal.forget(JOB);
        assertThat(journal.begin(JOB)).as("it was retried").isTrue();
    }

    @Test
    void anAttemptThatIsUnderWayDecides() {
        journal.begin(JOB);
        assertThat(journal.isInFlight(JOB)).isTrue();

        assertThat(journal.forbid(JOB)).isEqualTo(Ending.IN_FLIGHT);
        journal.end(JOB, report(1, "500"));

        assertThat(journal.isInFlight(JOB)).isFalse();
        assertThat(journal.forbid(JOB)).isEqualTo(Ending.NO_ATTEMPT);
        assertThat(journal.begin(JOB)).isFalse();
        assertThat(journal.unrecorded(JOB)).hasSize(1);
    }

    @Test
    void aSuccessThatIsNotRecordedYetDecides() {
        attempt(1, null);

        assertThat(journal.forbid(JOB)).isEqualTo(Ending.IN_FLIGHT);
        assertThat(journal.begin(JOB)).isFalse();
    }

    @Test
    void anAttemptThatWasNotMadeLeavesNothing() {
        journal.begin(JOB);
        journal.end(JOB, List.of());

        assertThat(journal.unrecorded(JOB)).isEmpty();
        assertThat(journal.begin(JOB)).isTrue();
    }

    @Test
    void aJobHasOneAttemptAtATimeWhateverIsForgottenMeanwhile() {
        journal.begin(JOB);
        journal.begin("other");
        assertThat(journal.begin(JOB)).isFalse();

        journal.forget(JOB);
        assertThat(journal.begin(JOB)).isFalse();
        assertThat(journal.isInFlight(JOB)).isTrue();
        journal.end(JOB, report(1, "500"));
        assertThat(journal.unrecorded(JOB)).hasSize(1);

        journal.clear();
        assertThat(journal.begin("other")).isFalse();
        journal.end("other", report(1, null));
        assertThat(journal.unrecorded("other"))
                .as("of another time of this node")
                .isEmpty();
        assertThat(journal.begin("other")).isTrue();
        assertThat(journal.size()).isEqualTo(1);
    }

    @Test
    void anEndWithoutABeginningIsIgnored() {
        journal.end(JOB, report(1, null));

        assertThat(journal.size()).isZero();
    }

    @Test
    void responsesUseLimitedMemory() {
        String large = "x".repeat(5_000);
        int jobs = (int) (AttemptJournal.MOST_CHARACTERS / 5_000) + 100;
        for (int i = 0; i < jobs; i++) {
            journal.begin("job" + i);
            journal.end("job" + i, List.of(new AttemptReport(NOW, 1, 503, large, "503")));
        }

        assertThat(journal.unrecorded("job0").getFirst().responseBody()).hasSize(5_000);
        assertThat(journal.unrecorded("job" + (jobs - 1)).getFirst().responseBody())
                .hasSize(AttemptJournal.SHORT_RESPONSE);
        IntStream.range(0, jobs).forEach(i -> journal.forget("job" + i));
        journal.begin(JOB);
        journal.end(JOB, List.of(new AttemptReport(NOW, 1, 503, large, "503")));
        assertThat(journal.unrecorded(JOB).getFirst().responseBody()).hasSize(5_000);
    }

    /** A cancel at the moment when an attempt begins: either it does not begin, or the cancel sees it. */
    @Test
    void cancellingRacesWithAttempts() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 2_000; round++) {
                String job = "job" + round;
                CyclicBarrier start = new CyclicBarrier(2);
                List<Future<Object>> both = new ArrayList<>();
                both.add(threads.submit(() -> {
                    start.await();
                    return journal.begin(job);
                }));
                both.add(threads.submit(() -> {
                    start.await();
                    return journal.forbid(job);
                }));
                boolean began = (Boolean) both.get(0).get(10, TimeUnit.SECONDS);
                Object ending = both.get(1).get(10, TimeUnit.SECONDS);
                assertThat(ending).isEqualTo(began ? Ending.IN_FLIGHT : Ending.NO_ATTEMPT);
                assertThat(journal.isInFlight(job)).isEqualTo(began);
                journal.end(job, List.of());
                journal.forget(job);
            }
        }
        assertThat(journal.size()).isZero();
    }
}
