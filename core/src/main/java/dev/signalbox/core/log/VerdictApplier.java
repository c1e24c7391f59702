package dev.signalbox.core.log;

import dev.signalbox.core.log.EventLog.ReplayRequest;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies verdicts and replays, and keeps what must be written. What could not be written is in the next write. */
final class VerdictApplier {
    private final FollowerSettings settings;
    private final DeferredGroups deferredGroups;
    private final SettledBeyondCursor settledBeyondCursor;
    private final Map<Long, DeadLetter> deadLetters = new LinkedHashMap<>();
    private final Set<Long> replayed = new LinkedHashSet<>();
    private int delivered;
    private ProgressUpdate.DeliveryCounts counts = ProgressUpdate.DeliveryCounts.NOTHING;

    VerdictApplier(FollowerSettings settings, DeferredGroups deferredGroups, SettledBeyondCursor settledBeyondCursor) {
        this.settings = settings;
        this.deferredGroups = deferredGroups;
        this.settledBeyondCursor = settledBeyondCursor;
    }

    static long positionOf(Settlement settlement) {
        EventMetadata eventMetadata = settlement.message().event();
        return eventMetadata == null ? Long.parseLong(settlement.message().id()) : eventMetadata.position();
    }

    /** Applies a verdict, and returns whether it was awaited. Applying it twice changes nothing. */
    boolean judge(Settlement settlement) {
        DeferredGroup deferredGroup = deferredGroups.awaiting(settlement);
        if (deferredGroup == null) {
            return false;
        }
        long position = positionOf(settlement);
        if (!deferredGroup.isJudged(position)) {
            apply(deferredGroups.at(deferredGroup.key), position, settlement);
        }
        return true;
    }

    private void apply(DeferredGroup deferredGroup, long position, Settlement settlement) {
        Message message = settlement.message();
        switch (settlement.verdict()) {
            case Verdict.Complete() -> {
                done(deferredGroup, position);
                delivered++;
            }
            case Verdict.RetryAt(long _, String reason) ->
                fail(deferredGroup, new EventFailure(position, message.attempts() + 1, reason, false));
            case Verdict.Park(String reason)
            when settings.holdExhausted() && !deferredGroup.key.isUngrouped() ->
                fail(deferredGroup, new EventFailure(position, attemptsAtEnd(message), reason, true));
            case Verdict.Park(String reason) -> {
                done(deferredGroup, position);
                deadLetters.put(position, new DeadLetter(position, message.group(), attemptsAtEnd(message), reason));
                counts = counts.failed(reason);
            }
            case Verdict.Release() -> deferredGroup.release(position);
        }
    }

    /**
     * The number of attempts, including the one that ended it. An event that was never read was never sent, and each
     * crash that counts against an event was an attempt that could not be counted then.
     */
    private static int attemptsAtEnd(Message message) {
        boolean sent = !message.payload().isLeftBehind();
        return message.attempts() + (sent ? Math.max(1, message.suspicion().crashes()) : 0);
    }

    private void done(DeferredGroup deferredGroup, long position) {
        DeferredGroup.EventRef eventRef = deferredGroup.done(position);
        if (eventRef != null) {
            settledBeyondCursor.add(position, eventRef.xid());
        }
    }

    private void fail(DeferredGroup deferredGroup, EventFailure eventFailure) {
        deferredGroup.failed(eventFailure);
        deferredGroup.release(eventFailure.position());
        if (settings.ordering() != LogOrdering.GLOBAL) {
            deferredGroup.record();
        }
        counts = counts.failed(eventFailure.reason());
    }

    /** These verdicts are recorded. */
    void letGo(List<Settlement> settlements) {
        settlements.forEach(deferredGroups::letGo);
    }

    /** An operator replays an event; returns whether that is new. */
    boolean replay(ReplayRequest replayRequest) {
        long position = replayRequest.position();
        boolean global = settings.ordering() == LogOrdering.GLOBAL;
        String group = settings.ordering() == LogOrdering.GROUP ? replayRequest.group() : null;
        DeferredGroup stopped =
                deferredGroups.find(DeferredGroupKey.of(global || group == null ? settings.name() : group));
        if (stopped != null && stopped.resume(position)) {
            deferredGroups.at(stopped.key);
            return true;
        }
        // All others have continued without it, so it is independent of them.
        DeferredGroup deferredGroup =
                deferredGroups.at(group == null ? DeferredGroupKey.of(position) : DeferredGroupKey.of(group));
        if (deferredGroup.owes(position)) {
            return false;
        }
        deferredGroup.bringBack(position);
        settledBeyondCursor.remove(position);
        deferredGroup.record();
        replayed.add(position);
        return true;
    }

    List<DeadLetter> deadLetters() {
        return List.copyOf(deadLetters.values());
    }

    List<Long> replayed() {
        return List.copyOf(replayed);
    }

    ProgressUpdate.DeliveryCounts counts() {
        return counts.delivered(delivered);
    }

    void written() {
        deadLetters.clear();
        replayed.clear();
        delivered = 0;
        counts = ProgressUpdate.DeliveryCounts.NOTHING;
    }
}
