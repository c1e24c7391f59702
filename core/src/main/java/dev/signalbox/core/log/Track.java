package dev.signalbox.core.log;

import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one owner of a pair knows: how far the main line has been read, and the sidings beside it. Does no I/O.
 *
 * <p>Each event within the reach is done, in hand, or waits on the siding of its group. The main line and sidings are never
 * read at the same time. So when a siding is found empty, all of its group that comes later is beyond the reach, and will be
 * met on the main line: no event falls between.
 */
final class Track {
    private final FollowerSettings settings;
    private final SidingKey everything;
    private final Sidings sidings = new Sidings();
    private final Ahead ahead;
    private final Verdicts verdicts;
    private final Doubts doubts;
    private Reach reach;
    private Cursor cursor;

    Track(FollowerSettings settings, Opening.Opened opened) {
        this.settings = settings;
        this.everything = SidingKey.of(settings.name());
        this.ahead = new Ahead(opened.standing().ahead());
        this.verdicts = new Verdicts(settings, sidings, ahead);
        this.doubts = new Doubts(opened.suspects());
        this.cursor = opened.standing().cursor();
        this.reach = Reach.of(opened.standing().cursor());
        opened.parked().forEach(sidings::restore);
        Failure failure = opened.standing().failure();
        if (failure != null) {
            sidings.at(everything).failed(failure);
        }
    }

    Reach reach() {
        return reach;
    }

    Sidings sidings() {
        return sidings;
    }

    Doubts doubts() {
        return doubts;
    }

    Verdicts verdicts() {
        return verdicts;
    }

    /** Takes note of a verdict, and says whether it was waited for. Doing so twice changes nothing. */
    boolean judge(Settlement settlement) {
        boolean awaited = verdicts.judge(settlement);
        if (awaited) {
            boolean done =
                    settlement.verdict() instanceof Verdict.Complete || settlement.verdict() instanceof Verdict.Park;
            doubts.judged(Verdicts.positionOf(settlement), done);
        }
        return awaited;
    }

    /** What has to stand in the pair's row now. */
    Progress.Standing standing() {
        Siding all = isGlobal() ? sidings.find(everything) : null;
        if (!isGlobal()) {
            sidings.park(settings.bounds().window());
        }
        // Where nothing is parked a late event is found again only from where it was not yet met.
        if (all == null || !all.owesLate()) {
            cursor = sidings.cursor(reach);
        }
        return new Progress.Standing(cursor, ahead.beyond(cursor), all == null ? null : all.firstFailure());
    }

    private boolean isGlobal() {
        return settings.ordering() == LogOrdering.GLOBAL;
    }

    private SidingKey keyOf(LogEvent event) {
        return switch (settings.ordering()) {
            case GLOBAL -> everything;
            case GROUP -> event.group() == null ? SidingKey.of(event.position()) : SidingKey.of(event.group());
            case NONE -> SidingKey.of(event.position());
        };
    }

    /** How much may be read from the main line now; 0 for nothing. */
    int room(ClaimRequest request) {
        if (isGlobal()) {
            Siding all = sidings.find(everything);
            boolean free = all == null || (all.isOpen(Integer.MAX_VALUE) && !all.isStopped());
            return free && !isHeld(everything, request) ? request.messages() : 0;
        }
        return Math.clamp((long) settings.bounds().sidings() - sidings.waiting(reach.head()), 0, request.messages());
    }

    /** What may be read from sidings now, each in its turn. */
    List<Wanted> wanted(ClaimRequest request) {
        List<Wanted> wanted = new ArrayList<>();
        int limit = perGroup(request);
        for (Siding siding : sidings.inTurn()) {
            if (wanted.size() == request.messages()) {
                break;
            }
            if (siding.isReady(reach.head()) && !isHeld(siding.key, request)) {
                wanted.add(siding.wanted(isGlobal() ? null : siding.key.group(), limit));
            }
        }
        return wanted;
    }

    /** Where all are one group, nobody else has to have a turn. */
    private int perGroup(ClaimRequest request) {
        return isGlobal() ? request.messages() : Math.min(request.perGroup(), request.messages());
    }

    private static boolean isHeld(SidingKey key, ClaimRequest request) {
        return key.group() == null
                ? request.heldMessages().contains(Long.toString(key.position()))
                : request.heldGroups().contains(key.group());
    }

    /** The main line was read: hands out what can go, and puts the rest on sidings. */
    Claimed arrive(Reading.Page page, ClaimRequest request, long number) {
        Claims claims = new Claims(number, settings.shard());
        page.late().forEach(event -> meet(event, true, request, claims));
        page.ahead().forEach(event -> meet(event, false, request, claims));
        reach = page.reach();
        if (!page.more()) {
            forgetVanished();
        }
        return claims.claimed(page.more() || !wanted(request).isEmpty(), page.heldBack());
    }

    private void forgetVanished() {
        ahead.forgetVanished(reach.head());
        Siding all = sidings.find(everything);
        if (isGlobal() && all != null) {
            all.forgetVanished(reach.head());
        }
    }

    private void meet(LogEvent event, boolean late, ClaimRequest request, Claims claims) {
        sidings.saw();
        SidingKey key = keyOf(event);
        if (ahead.met(event) || (!key.isSingle() && isReplayed(event))) {
            passDone(key, event);
            return;
        }
        Siding known = sidings.find(key);
        if (known != null && known.owes(event.position())) {
            // An earlier owner had met it, or it is behind others that wait.
            return;
        }
        Siding siding = sidings.at(key);
        var place = new Siding.Place(event.position(), event.xid(), late, late || key.isSingle());
        int most = isGlobal() ? Integer.MAX_VALUE : perGroup(request);
        if (siding.isOpen(most) && !isHeld(key, request)) {
            siding.handOut(place, claims.number());
            handOut(siding, event, claims);
        } else {
            siding.add(place);
        }
    }

    /** It is done, or comes alone: if something before it must be read again, it is not to be sent with that. */
    private void passDone(SidingKey key, LogEvent event) {
        if (sidings.find(key) != null) {
            sidings.at(key).passed(event.position());
        }
    }

    /** Whether an operator has brought it back, so that it comes alone. */
    private boolean isReplayed(LogEvent event) {
        Siding siding = sidings.hasSingles() ? sidings.find(SidingKey.of(event.position())) : null;
        return siding != null && siding.owes(event.position());
    }

    private void handOut(Siding siding, LogEvent event, Claims claims) {
        claims.add(siding, event, doubts.of(event.position()));
    }

    /** Sidings were read: hands out what came. */
    Claimed arrive(Reading.Sidings read, List<Wanted> wanted, long number) {
        Claims claims = new Claims(number, settings.shard());
        Map<SidingKey, List<LogEvent>> events = new HashMap<>();
        read.events()
                .forEach(it ->
                        events.computeIfAbsent(it.key(), _ -> new ArrayList<>()).add(it.event()));
        for (Wanted want : wanted) {
            boolean complete = read.complete().contains(want.key());
            List<LogEvent> found = events.getOrDefault(want.key(), List.of());
            if (complete || !found.isEmpty()) {
                Siding siding = sidings.at(want.key());
                sidings.hadTurn(siding);
                siding.fetched(want, found, complete, number).forEach(event -> handOut(siding, event, claims));
                if (complete) {
                    siding.forgetVanished(reach.head());
                    sidings.forgetIfIdle(siding);
                }
            }
        }
        // The main line comes next, and it is not known whether there is something.
        return claims.claimed(true, false);
    }
}
