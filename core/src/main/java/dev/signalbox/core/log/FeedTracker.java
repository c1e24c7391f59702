package dev.signalbox.core.log;

import dev.signalbox.core.log.EventLog.DeferredGroupRead;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state of a feed under one owner: its read position, and its deferred groups. Does no I/O.
 *
 * <p>Each event up to the read position is done, in flight, or waits in the deferred group of its key. The main line
 * and deferred groups are never read at the same time. So when a deferred group is found empty, all later events of it
 * are beyond the read position and will be read from the main line: no event is missed.
 */
final class FeedTracker {
    private final FollowerSettings settings;
    private final DeferredGroupKey everything;
    private final DeferredGroups deferredGroups = new DeferredGroups();
    private final SettledBeyondCursor settledBeyondCursor;
    private final VerdictApplier verdictApplier;
    private final SuspectTracker suspects;
    private ReadPosition readPosition;
    private Cursor cursor;

    /** @param horizon the events of transactions below it were there when the last owner died */
    FeedTracker(FollowerSettings settings, OpenResult.Opened opened, long horizon) {
        this.settings = settings;
        this.everything = DeferredGroupKey.of(settings.name());
        this.settledBeyondCursor = new SettledBeyondCursor(opened.feedState().settledBeyondCursor());
        this.verdictApplier = new VerdictApplier(settings, deferredGroups, settledBeyondCursor);
        this.suspects = new SuspectTracker(opened.suspects(), horizon);
        this.cursor = opened.feedState().cursor();
        this.readPosition = ReadPosition.of(opened.feedState().cursor());
        opened.deferredGroups().forEach(deferredGroups::restore);
        EventFailure eventFailure = opened.feedState().failure();
        if (eventFailure != null) {
            deferredGroups.at(everything).failed(eventFailure);
        }
    }

    ReadPosition readPosition() {
        return readPosition;
    }

    DeferredGroups deferredGroups() {
        return deferredGroups;
    }

    SuspectTracker suspects() {
        return suspects;
    }

    VerdictApplier verdicts() {
        return verdictApplier;
    }

    /** Applies a verdict, and returns whether it was awaited. Applying it twice changes nothing. */
    boolean judge(Settlement settlement) {
        boolean awaited = verdictApplier.judge(settlement);
        if (awaited) {
            boolean done =
                    settlement.verdict() instanceof Verdict.Complete || settlement.verdict() instanceof Verdict.Park;
            suspects.judged(VerdictApplier.positionOf(settlement), done);
        }
        return awaited;
    }

    /** The content that the feed's row must have now. */
    ProgressUpdate.FeedState feedState() {
        DeferredGroup all = isGlobal() ? deferredGroups.find(everything) : null;
        if (!isGlobal()) {
            deferredGroups.writeRows(settings.bounds().window());
        }
        // Where no group is deferred, a late event is found again only from a horizon before it was read.
        if (all == null || !all.owesLate()) {
            cursor = deferredGroups.cursor(readPosition);
        }
        return new ProgressUpdate.FeedState(
                cursor, settledBeyondCursor.beyond(cursor), all == null ? null : all.firstFailure());
    }

    private boolean isGlobal() {
        return settings.ordering() == LogOrdering.GLOBAL;
    }

    private DeferredGroupKey keyOf(LogEvent event) {
        return switch (settings.ordering()) {
            case GLOBAL -> everything;
            case GROUP ->
                event.group() == null ? DeferredGroupKey.of(event.position()) : DeferredGroupKey.of(event.group());
            case NONE -> DeferredGroupKey.of(event.position());
        };
    }

    /** How much may be read from the main line now; 0 for nothing. */
    int room(ClaimRequest request) {
        if (isGlobal()) {
            DeferredGroup all = deferredGroups.find(everything);
            boolean free = all == null || (all.isOpen(Integer.MAX_VALUE) && !all.isStopped());
            return free && !isHeld(everything, request) ? request.messages() : 0;
        }
        return Math.clamp(
                (long) settings.bounds().deferredGroups() - deferredGroups.waiting(readPosition.head()),
                0,
                request.messages());
    }

    /** What may be read for deferred groups now, each in its turn. */
    List<DeferredGroupRead> wanted(ClaimRequest request) {
        List<DeferredGroupRead> deferredGroupReads = new ArrayList<>();
        int limit = perGroup(request);
        for (DeferredGroup deferredGroup : deferredGroups.inTurn()) {
            if (deferredGroupReads.size() == request.messages()) {
                break;
            }
            if (deferredGroup.isReady(readPosition.head()) && !isHeld(deferredGroup.key, request)) {
                deferredGroupReads.add(deferredGroup.wanted(isGlobal() ? null : deferredGroup.key.group(), limit));
            }
        }
        return deferredGroupReads;
    }

    /** Where all events are one group, no other group needs a turn. */
    private int perGroup(ClaimRequest request) {
        return isGlobal() ? request.messages() : Math.min(request.perGroup(), request.messages());
    }

    private static boolean isHeld(DeferredGroupKey key, ClaimRequest request) {
        return key.group() == null
                ? request.heldMessages().contains(Long.toString(key.position()))
                : request.heldGroups().contains(key.group());
    }

    /** The main line was read: hands out what can be sent, and defers the rest. */
    ClaimResult arrive(ReadResult.Page page, ClaimRequest request, long number) {
        ClaimedEvents claimedEvents = new ClaimedEvents(number, settings.shard());
        page.late().forEach(event -> meet(event, true, request, claimedEvents));
        page.ahead().forEach(event -> meet(event, false, request, claimedEvents));
        readPosition = page.readPosition();
        if (!page.more()) {
            forgetVanished();
        }
        return claimedEvents.claimed(page.more() || !wanted(request).isEmpty(), page.heldBack());
    }

    private void forgetVanished() {
        settledBeyondCursor.forgetVanished(readPosition.head());
        DeferredGroup all = deferredGroups.find(everything);
        if (isGlobal() && all != null) {
            all.forgetVanished(readPosition.head());
        }
    }

    private void meet(LogEvent event, boolean late, ClaimRequest request, ClaimedEvents claimedEvents) {
        deferredGroups.saw();
        DeferredGroupKey key = keyOf(event);
        if (settledBeyondCursor.met(event) || (!key.isUngrouped() && isReplayed(event))) {
            passDone(key, event);
            return;
        }
        DeferredGroup known = deferredGroups.find(key);
        if (known != null && known.owes(event.position())) {
            // An earlier owner has read it, or it is behind others that wait.
            return;
        }
        DeferredGroup deferredGroup = deferredGroups.at(key);
        var eventRef = new DeferredGroup.EventRef(event.position(), event.xid(), late, late || key.isUngrouped());
        int most = isGlobal() ? Integer.MAX_VALUE : perGroup(request);
        if (deferredGroup.isOpen(most) && !isHeld(key, request)) {
            deferredGroup.handOut(eventRef, claimedEvents.number());
            handOut(deferredGroup, event, claimedEvents);
        } else {
            deferredGroup.add(eventRef);
        }
    }

    /** It is done, or comes alone: if an earlier event must be read again, it is not sent with that. */
    private void passDone(DeferredGroupKey key, LogEvent event) {
        if (deferredGroups.find(key) != null) {
            deferredGroups.at(key).passed(event.position());
        }
    }

    /** Whether an operator has replayed it, so that it comes alone. */
    private boolean isReplayed(LogEvent event) {
        DeferredGroup deferredGroup =
                deferredGroups.hasUngrouped() ? deferredGroups.find(DeferredGroupKey.of(event.position())) : null;
        return deferredGroup != null && deferredGroup.owes(event.position());
    }

    private void handOut(DeferredGroup deferredGroup, LogEvent event, ClaimedEvents claimedEvents) {
        claimedEvents.add(deferredGroup, event, suspects.of(event));
    }

    /** Deferred groups were read: hands out their events. */
    ClaimResult arrive(ReadResult.DeferredEvents read, List<DeferredGroupRead> deferredGroupReads, long number) {
        ClaimedEvents claimedEvents = new ClaimedEvents(number, settings.shard());
        Map<DeferredGroupKey, List<LogEvent>> events = new HashMap<>();
        read.events()
                .forEach(it ->
                        events.computeIfAbsent(it.key(), _ -> new ArrayList<>()).add(it.event()));
        for (DeferredGroupRead want : deferredGroupReads) {
            boolean complete = read.complete().contains(want.key());
            List<LogEvent> found = events.getOrDefault(want.key(), List.of());
            if (complete || !found.isEmpty()) {
                DeferredGroup deferredGroup = deferredGroups.at(want.key());
                deferredGroups.hadTurn(deferredGroup);
                deferredGroup
                        .fetched(want, found, complete, number)
                        .forEach(event -> handOut(deferredGroup, event, claimedEvents));
                if (complete) {
                    deferredGroup.forgetVanished(readPosition.head());
                    deferredGroups.forgetIfIdle(deferredGroup);
                }
            }
        }
        // The main line is next, and may have more.
        return claimedEvents.claimed(true, false);
    }

    /** The events that one claim hands out, as messages. */
    static final class ClaimedEvents {
        /** The number of no claim. */
        static final long NONE = -1;

        private final long number;
        private final Claim claim;
        private final int shard;
        private final List<Message> messages = new ArrayList<>();
        /** The groups that this claim hands out events of. */
        private final List<DeferredGroup> groups = new ArrayList<>();

        ClaimedEvents(long number, int shard) {
            this.number = number;
            // Reading a log writes nothing, so there is no time of a claim.
            this.claim = new Claim(number, Instant.EPOCH);
            this.shard = shard;
        }

        long number() {
            return number;
        }

        void add(DeferredGroup deferredGroup, LogEvent event, Suspicion suspicion) {
            if (deferredGroup.handedOut(number) == 1) {
                groups.add(deferredGroup);
            }
            messages.add(new Message(
                    Long.toString(event.position()),
                    deferredGroup.key.group(),
                    shard,
                    event.type(),
                    event.payload(),
                    deferredGroup.attempts(event.position()),
                    event.occurredAt(),
                    claim,
                    suspicion,
                    new EventMetadata(event.position(), event.xid(), event.tags()),
                    event.headers()));
        }

        ClaimResult claimed(boolean more, boolean heldBack) {
            Set<String> moreOf = new HashSet<>();
            for (DeferredGroup deferredGroup : groups) {
                if (deferredGroup.key.group() != null && deferredGroup.waiting() > 0) {
                    moreOf.add(deferredGroup.key.group());
                }
            }
            return new ClaimResult(messages, more, moreOf, heldBack, SkippedMessages.NOTHING);
        }
    }

    /** Which events of an owner are suspects, and which of them it has recorded as being sent. */
    static final class SuspectTracker {
        /** How many events are marked after a death: more than an owner has in flight. */
        private static final int MARKED_AFTER_DEATH = 5_000;
        /** Each further death doubles their number, in case the event that kills was not among them. */
        private static final int MOST_DOUBLINGS = 10;

        private final Map<Long, Suspicion> known;
        private final Set<Long> marked = new HashSet<>();
        private final Set<Long> thereAtTheDeath = new HashSet<>();
        private final long horizon;
        /** Events that were recorded as being sent and have an answer that is not recorded yet. */
        private final Set<Long> cleared = new LinkedHashSet<>();

        private final Set<Long> released = new LinkedHashSet<>();
        private int unmarked;

        SuspectTracker(Suspects suspects, long horizon) {
            this.horizon = horizon;
            this.known = new HashMap<>(suspects.known());
            this.unmarked =
                    suspects.deaths() == 0 ? 0 : MARKED_AFTER_DEATH << Math.min(suspects.deaths() - 1, MOST_DOUBLINGS);
            this.marked.addAll(known.keySet());
        }

        /** The suspicion of an event that is handed out. */
        Suspicion of(LogEvent event) {
            long position = event.position();
            if (unmarked > 0 && known.putIfAbsent(position, Suspicion.MARKED) == null) {
                unmarked--;
            }
            Suspicion suspicion = known.isEmpty() ? null : known.get(position);
            if (suspicion == null) {
                return Suspicion.NONE;
            }
            if (event.xid() < horizon) {
                thereAtTheDeath.add(position);
            }
            return suspicion;
        }

        /** Whether these events may have been in flight when the last owner died, because they were committed by then. */
        boolean wereThereAtTheDeath(List<Long> positions) {
            return thereAtTheDeath.containsAll(positions);
        }

        void marked(long position) {
            marked.add(position);
        }

        /** A verdict on an event has come. */
        void judged(long position, boolean done) {
            if (!marked.isEmpty() && marked.contains(position)) {
                (done ? cleared : released).add(position);
            }
        }

        ProgressUpdate.AnsweredSuspects answered() {
            return cleared.isEmpty() && released.isEmpty()
                    ? ProgressUpdate.AnsweredSuspects.NONE
                    : new ProgressUpdate.AnsweredSuspects(List.copyOf(cleared), List.copyOf(released));
        }

        /** The answers are recorded. */
        void written() {
            known.keySet().removeAll(cleared);
            marked.removeAll(cleared);
            thereAtTheDeath.removeAll(cleared);
            cleared.clear();
            released.clear();
        }
    }
}
