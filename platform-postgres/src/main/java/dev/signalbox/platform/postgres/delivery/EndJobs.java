package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Ends jobs that are not delivered, unless an attempt is under way: then its verdict ends them. */
record EndJobs(FencedStatements statements, JobEndings endings) {

    private static final int MOST_AT_ONCE = 1_000;

    /** @return how many have ended, or are gone */
    int end(Incarnation owner, JobSourceState state, Map<QueueKey, String> reasons) throws SourceException {
        List<JobVerdict> verdicts = new ArrayList<>();
        new TreeMap<>(reasons).forEach((key, reason) -> {
            if (endings.mayEnd(key, reason)) {
                verdicts.add(JobVerdict.cancelled(key, 0, reason, endings.reports(key)));
            }
        });
        for (int from = 0; from < verdicts.size(); from += MOST_AT_ONCE) {
            write(owner, state, verdicts.subList(from, Math.min(from + MOST_AT_ONCE, verdicts.size())));
        }
        return verdicts.size();
    }

    private void write(Incarnation owner, JobSourceState state, List<JobVerdict> verdicts) throws SourceException {
        Set<Long> jobs = new HashSet<>();
        verdicts.forEach(verdict -> jobs.add(verdict.key().job()));
        VerdictStatement statement =
                new VerdictStatement(owner, verdicts).ending(jobs).ofOurShards();
        if (statement.write(statements, "end jobs", owner).owned()) {
            for (JobVerdict verdict : verdicts) {
                QueueKey key = verdict.key();
                state.ended(key);
                endings.ended(key, state.inFlight().contains(key));
            }
        }
    }
}
