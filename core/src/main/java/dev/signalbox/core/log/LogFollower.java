package dev.signalbox.core.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.StateByOwner;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A feed as a source of claims. Claiming writes nothing. A settlement costs one write of the {@link Cursor}, and a row
 * for each group that failed.
 *
 * <p>The written cursor is the highest from which a new owner finds everything again that is not done:
 *
 * <ul>
 *   <li>Its position lies before every unfinished event that was read from ahead.
 *   <li>Its horizon is that of the last read, so that the next owner reads events in the same order as this one.
 *   <li>It does not wait for groups that have a {@link DeferredGroupRow}: those that failed, those that have been busy
 *       for long, and those with an unfinished late event. With {@link LogOrdering#GLOBAL} no group is deferred: there
 *       the cursor stays as it was while a late event is unfinished.
 * </ul>
 *
 * <p>Events done beyond the cursor are recorded beside it. So a crash repeats what was in flight, and nothing that was
 * recorded.
 */
public class LogFollower implements ClaimSource {
    private final EventLog log;
    private final int shard;
    private final StateByOwner<LogFollowerSession> sessions;

    public LogFollower(EventLog log, FollowerSettings settings) {
        this(log, settings, (_, _) -> {});
    }

    /** @param onOpened gets the progress that each owner begins with, before anything is claimed */
    public LogFollower(EventLog log, FollowerSettings settings, BiConsumer<Incarnation, OpenResult.Opened> onOpened) {
        this.log = log;
        this.shard = settings.shard();
        this.sessions = new StateByOwner<>(owner -> new LogFollowerSession(log, settings, owner, onOpened));
    }

    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        return sessions.of(owner).claim(request);
    }

    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        return sessions.of(owner).settle(settlements);
    }

    @Override
    public void gained(Incarnation owner, Shards shards) {
        if (shards.contains(shard)) {
            sessions.of(owner).forget();
        }
    }

    /**
     * Claims mark nothing in a log, so nothing must be released. Looks for events that operators replay: these count as
     * recovered, so that they are claimed at once and not with the next poll of an idle feed.
     */
    @Override
    public RecoveryResult recover(Incarnation owner) throws SourceException {
        return RecoveryResult.replays(sessions.of(owner).recover());
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        return sessions.of(owner).markInFlight(ids.stream().map(Long::valueOf).toList(), alone);
    }

    @Override
    public void endAlone(Incarnation owner, String id) throws SourceException {
        log.endAlone(owner, Long.parseLong(id));
    }

    /** Events belong to the application, which decides how long to keep them. */
    @Override
    public SweepResult sweep(Incarnation owner) {
        return SweepResult.NOTHING;
    }

    @Override
    public void left(Incarnation owner) throws SourceException {
        log.leave(owner);
    }

    @Override
    public void close() {
        log.close();
    }
}
