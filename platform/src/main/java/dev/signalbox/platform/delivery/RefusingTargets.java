package dev.signalbox.platform.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.signalbox.core.outcome.Outcome;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a target that refuses everything from one that refuses a job. Some statuses are about the address or the credential: when
 * several jobs in a row get one, without a success between, the target is out, and no further job is given up.
 */
final class RefusingTargets {
    /** From so many jobs on it is an outage. */
    static final int JOBS = 5;

    private static final Set<Integer> STATUSES = Set.of(401, 403, 404, 405);
    private static final int MOST_STREAMS = 10_000;

    private final Cache<Long, Streak> streaks =
            Caffeine.newBuilder().maximumSize(MOST_STREAMS).build();

    /** The jobs that one target has refused since its last success. */
    private record Streak(String url, Set<String> jobs) {}

    /** What the answer to a job of this stream means, which taken alone means {@code outcome}. */
    Outcome judge(long stream, String url, String job, int status, Outcome outcome) {
        if (outcome instanceof Outcome.Delivered) {
            streaks.invalidate(stream);
            return outcome;
        }
        if (!STATUSES.contains(status)) {
            return outcome;
        }
        Streak streak = streaks.asMap().compute(stream, (_, before) -> longer(before, url, job));
        return streak.jobs().size() < JOBS
                ? outcome
                : new Outcome.Unavailable("the target refuses every job: " + outcome.reason());
    }

    private static Streak longer(@Nullable Streak before, String url, String job) {
        if (before == null || !before.url().equals(url)) {
            return new Streak(url, Set.of(job));
        }
        if (before.jobs().size() >= JOBS) {
            return before;
        }
        Set<String> jobs = new HashSet<>(before.jobs());
        jobs.add(job);
        return new Streak(url, jobs);
    }
}
