package dev.signalbox.core.log;

import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Event;
import dev.signalbox.core.message.Message;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Does to the sidings what verdicts and operators say, and keeps what has to be written of it. A verdict is not taken back
 * when it could not be written: the next write has it too.
 */
final class Verdicts {
    private final FollowerSettings settings;
    private final Sidings sidings;
    private final Ahead ahead;
    private final Map<Long, DeadLetter> deadLetters = new LinkedHashMap<>();
    private final Set<Long> replayed = new LinkedHashSet<>();
    private int delivered;
    private Progress.Tally tally = Progress.Tally.NOTHING;

    Verdicts(FollowerSettings settings, Sidings sidings, Ahead ahead) {
        this.settings = settings;
        this.sidings = sidings;
        this.ahead = ahead;
    }

    static long positionOf(Settlement settlement) {
        Event event = settlement.message().event();
        return event == null ? Long.parseLong(settlement.message().id()) : event.position();
    }

    /** Takes note of a verdict, and says whether it was waited for. Doing so twice changes nothing. */
    boolean judge(Settlement settlement) {
        Siding siding = sidings.holding(settlement);
        if (siding == null) {
            return false;
        }
        long position = positionOf(settlement);
        if (!siding.isJudged(position)) {
            apply(sidings.at(siding.key), position, settlement);
        }
        return true;
    }

    private void apply(Siding siding, long position, Settlement settlement) {
        Message message = settlement.message();
        switch (settlement.verdict()) {
            case Verdict.Complete() -> {
                done(siding, position);
                delivered++;
            }
            case Verdict.RetryAt(long _, String reason) ->
                fail(siding, new Failure(position, message.attempts() + 1, reason, false));
            case Verdict.Park(String reason)
            when settings.holdExhausted() && !siding.key.isSingle() ->
                fail(siding, new Failure(position, attemptsAtEnd(message), reason, true));
            case Verdict.Park(String reason) -> {
                done(siding, position);
                deadLetters.put(position, new DeadLetter(position, message.group(), attemptsAtEnd(message), reason));
                tally = tally.failed(reason);
            }
            case Verdict.Release() -> siding.giveBack(position);
        }
    }

    /**
     * With the attempt that ended it. What was never read was never sent, and each crash that is held against an event was
     * an attempt that nobody could count then.
     */
    private static int attemptsAtEnd(Message message) {
        boolean sent = !message.payload().isLeftBehind();
        return message.attempts() + (sent ? Math.max(1, message.suspicion().crashes()) : 0);
    }

    private void done(Siding siding, long position) {
        Siding.Place place = siding.done(position);
        if (place != null) {
            ahead.add(position, place.xid());
        }
    }

    private void fail(Siding siding, Failure failure) {
        siding.failed(failure);
        siding.giveBack(failure.position());
        if (settings.ordering() != LogOrdering.GLOBAL) {
            siding.record();
        }
        tally = tally.failed(failure.reason());
    }

    /** These verdicts are recorded. */
    void letGo(List<Settlement> settlements) {
        settlements.forEach(sidings::letGo);
    }

    /** An operator wants an event to be tried again; says whether that was news. */
    boolean replay(Replay replay) {
        long position = replay.position();
        boolean global = settings.ordering() == LogOrdering.GLOBAL;
        String group = settings.ordering() == LogOrdering.GROUP ? replay.group() : null;
        Siding stopped = sidings.find(SidingKey.of(global || group == null ? settings.name() : group));
        if (stopped != null && stopped.resume(position)) {
            sidings.at(stopped.key);
            return true;
        }
        // Where all others have gone on without it, it waits for nobody and nobody for it.
        Siding siding = sidings.at(group == null ? SidingKey.of(position) : SidingKey.of(group));
        if (siding.owes(position)) {
            return false;
        }
        siding.bringBack(position);
        ahead.remove(position);
        siding.record();
        replayed.add(position);
        return true;
    }

    List<DeadLetter> deadLetters() {
        return List.copyOf(deadLetters.values());
    }

    List<Long> replayed() {
        return List.copyOf(replayed);
    }

    Progress.Tally tally() {
        return tally.delivered(delivered);
    }

    void written() {
        deadLetters.clear();
        replayed.clear();
        delivered = 0;
        tally = Progress.Tally.NOTHING;
    }
}
