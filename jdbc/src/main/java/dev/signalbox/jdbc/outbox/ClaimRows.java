package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.PassedOver;
import dev.signalbox.core.source.SourceException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Claims rows in three steps: look where something waits, read the first rows of the groups whose turn it is, and take
 * them. Only the last one is fenced, and it looks again at all that it takes.
 */
final class ClaimRows {
    private static final int STEPS = 16;
    private static final int MOST_DOUBLINGS = 9;

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final LookAhead lookAhead;
    private final Candidates candidates;
    private final TakeRows taking;
    private @Nullable Incarnation lastOwner;
    private Shards lastShards = Shards.NONE;
    private boolean looseFirst;
    private long turn;

    ClaimRows(OutboxAccess access, LookAhead lookAhead) {
        this.access = access;
        this.settings = access.settings();
        this.lookAhead = lookAhead;
        this.candidates = new Candidates(access);
        this.taking = new TakeRows(access);
    }

    Claimed claim(Incarnation owner, Holdings holdings, ClaimRequest request) throws SourceException {
        if (request.messages() < 1 || request.shards().isEmpty()) {
            return Claimed.NOTHING;
        }
        if (!owner.equals(lastOwner) || !request.shards().equals(lastShards)) {
            forgetAll();
            lastOwner = owner;
            lastShards = request.shards();
        }
        try {
            return inSteps(owner, holdings, request);
        } catch (SourceException e) {
            // What was offered is no longer remembered, so nothing behind it may be
            forgetAll();
            throw e;
        }
    }

    private Claimed inSteps(Incarnation owner, Holdings holdings, ClaimRequest request) throws SourceException {
        PassedOver passedOver = PassedOver.NOTHING;
        for (int step = 0; step < STEPS; step++) {
            LookAhead.Offer offer = offer(holdings, request);
            candidates.refill(request.shards(), step > 0, usable(holdings, request));
            Selection selection = select(holdings, request, offer, step);
            Taken taken = selection.isEmpty() ? Taken.NOTHING : taking.take(owner, holdings, selection.runs());
            if (!taken.owned()) {
                forgetAll();
                return Claimed.NOTHING.with(passedOver);
            }
            passedOver = passedOver.plus(taken.passedOver());
            boolean odd = lookAhead.settle(offer, taken);
            remember(selection, taken, perGroup(request));
            boolean found = !taken.messages().isEmpty();
            boolean more = advance(selection, taken) || odd || (found && !lookAhead.isEmpty());
            more |= taken.passedOver().total() > 0; // what waited behind it can be claimed now
            if (found || !more) {
                return new Claimed(taken.messages(), more, selection.moreOf()).with(passedOver);
            }
        }
        return new Claimed(List.of(), true).with(passedOver);
    }

    private void forgetAll() {
        lookAhead.forgetAll();
        candidates.forgetAll();
    }

    private Selection select(Holdings holdings, ClaimRequest request, LookAhead.Offer offer, int step)
            throws SourceException {
        Selection selection = new Selection(request);
        offer.byGroup().forEach((group, rows) -> selection.add(Run.offered(group, rows)));
        if (looseFirst) {
            selectLoose(selection, holdings, request);
        }
        selectGrouped(selection, holdings, request, offer, step);
        if (!looseFirst) {
            selectLoose(selection, holdings, request);
        }
        looseFirst = !looseFirst;
        return selection;
    }

    private void selectLoose(Selection selection, Holdings holdings, ClaimRequest request) {
        Predicate<String> usable = usable(holdings, request);
        while (!selection.isFull()) {
            Found row = candidates.loose().next(found -> usable.test(found.id()));
            if (row == null) {
                return;
            }
            if (!selection.add(Run.loose(row))) {
                candidates.loose().putBack(row);
            }
        }
    }

    private void selectGrouped(
            Selection selection, Holdings holdings, ClaimRequest request, LookAhead.Offer offer, int step)
            throws SourceException {
        Predicate<String> wanted = group -> !request.heldGroups().contains(group)
                && !offer.byGroup().containsKey(group)
                && !lookAhead.has(group)
                && !isBusy(holdings, group);
        GroupLap lap = candidates.groups();
        // The more groups were looked at in vain, the more are looked at
        List<String> groups = lap.next(selection.room() << Math.min(3 * step, MOST_DOUBLINGS), wanted);
        if (groups.isEmpty()) {
            return;
        }
        Set<String> held = heldMessages(holdings, request);
        Reading read = read(new Wish(groups, selection.room(), perGroup(request), held, lookAhead.hasMuchRoom()));
        lap.putBack(read.unread());
        for (int i = 0; i < read.runs().size(); i++) {
            if (!selection.add(read.runs().get(i))) {
                lap.putBack(groups(read.runs().subList(i, read.runs().size())));
                return;
            }
        }
    }

    private Reading read(Wish wish) throws SourceException {
        OutboxStatements statements = access.statements();
        return access.fenced().read("read rows", connection -> statements.read(connection, wish));
    }

    private static List<String> groups(List<Run> runs) {
        return runs.stream().map(run -> String.valueOf(run.group())).toList();
    }

    /** What is not marked while it is held has to be left out by name, where its group does not wait for it. */
    private Set<String> heldMessages(Holdings holdings, ClaimRequest request) {
        if (access.holding() == Holding.MARK || settings.ordering() != Ordering.NONE) {
            return request.heldMessages();
        }
        Set<String> held = new HashSet<>(request.heldMessages());
        held.addAll(List.of(holdings.ids()));
        return held;
    }

    /** What is marked shows in the table that it is held; what is not, we alone know. */
    private boolean isBusy(Holdings holdings, String group) {
        boolean unmarked = access.holding() == Holding.OWN && settings.ordering() != Ordering.NONE;
        return unmarked && holdings.isBusy(group);
    }

    private Predicate<String> usable(Holdings holdings, ClaimRequest request) {
        boolean unmarked = access.holding() == Holding.OWN;
        return id -> !request.heldMessages().contains(id) && !(unmarked && holdings.holds(id));
    }

    private boolean advance(Selection selection, Taken taken) {
        boolean found = !taken.messages().isEmpty();
        boolean more = candidates.groups().claimed(found);
        more |= candidates.loose().claimed(selection.hasLoose() && !taken.hasLoose());
        return more || selection.isFull() || (found && settings.ordering() == Ordering.NONE);
    }

    private static int perGroup(ClaimRequest request) {
        return Math.clamp(request.perGroup(), 1, request.messages());
    }

    // Every fourth claim leaves half of its room to groups of which nothing was read ahead
    private LookAhead.Offer offer(Holdings holdings, ClaimRequest request) {
        turn++;
        int room = turn % 4 == 0 ? Math.ceilDiv(request.messages(), 2) : request.messages();
        return lookAhead.offer(
                room, perGroup(request), group -> !request.heldGroups().contains(group) && !holdings.isBusy(group));
    }

    /** What was read ahead counts only behind a prefix that was claimed to its last row. */
    private void remember(Selection selection, Taken taken, int perGroup) {
        if (settings.ordering() != Ordering.NONE) {
            for (Run run : selection.runs()) {
                String group = run.group();
                if (group != null && !run.ahead().isEmpty() && taken.countOf(group) == perGroup) {
                    lookAhead.remember(group, run.ahead());
                }
            }
        }
    }
}
