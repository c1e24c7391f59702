package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Deletes or archives completed rows in laps: first ungrouped rows, then a range of groups in each step. */
final class SweepRows {
    private final OutboxTableAccess access;
    private boolean amongGroups;
    private @Nullable String resume;
    private long deletedThisLap;

    SweepRows(OutboxTableAccess access) {
        this.access = access;
    }

    synchronized SweepResult sweep(Incarnation owner, Duration keep) throws SourceException {
        var query = new OutboxStatements.SweepQuery(owner, keep, amongGroups, resume);
        String what = access.context().settings().retention() instanceof Retention.ArchiveAfter ? "archive" : "delete";
        OutboxStatements.SweepResult step = access.write(
                what + " old rows", owner, (statements, connection) -> statements.sweep(connection, query));
        deletedThisLap += step.deleted();
        return new SweepResult(step.deleted(), advance(step));
    }

    private boolean advance(OutboxStatements.SweepResult step) {
        if (!amongGroups) {
            amongGroups = !step.full() || step.deleted() == 0;
            return true;
        }
        // A full batch may leave rows of its last group behind, and returns to it unless it deleted nothing
        resume = step.full() && step.deleted() == 0 ? step.lastPicked() : step.full() ? resume : step.stoppedAt();
        if (resume != null || step.full()) {
            return true;
        }
        boolean again = deletedThisLap > 0;
        amongGroups = false;
        deletedThisLap = 0;
        return again;
    }
}
