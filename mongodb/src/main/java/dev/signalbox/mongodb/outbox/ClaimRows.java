package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.outbox.GroupPages.Page;
import dev.signalbox.mongodb.outbox.GroupPages.Window;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Claims messages in three steps: look where something waits, see that nobody holds what stands before it, and take it.
 * Only the last step writes, and it looks at the lease after that.
 */
final class ClaimRows {
    private static final int MOST_PAGES = 64;
    private static final int FEW_LOOSE = 512;

    private final OutboxSettings settings;
    private final GroupPages pages;
    private final ReadRuns reading;
    private final TakeRows taking;
    private final GroupLap groups = new GroupLap();
    private final LooseLap loose;
    private @Nullable Incarnation lastOwner;
    private Shards lastShards = Shards.NONE;
    private boolean looseFirst;

    ClaimRows(OutboxAccess access, OutboxSettings settings, TakeRows taking) {
        this.settings = settings;
        this.pages = new GroupPages(access, settings);
        this.reading = new ReadRuns(access, settings, pages);
        this.taking = taking;
        this.loose = new LooseLap(access);
    }

    Claimed claim(Incarnation owner, Holdings holdings, ClaimRequest request) throws SourceException {
        if (request.messages() < 1 || request.shards().isEmpty()) {
            return Claimed.NOTHING;
        }
        if (!owner.equals(lastOwner) || !request.shards().equals(lastShards)) {
            startOver();
            lastOwner = owner;
            lastShards = request.shards();
        }
        try {
            return attempt(owner, holdings, request);
        } catch (SourceException e) {
            startOver();
            throw e;
        }
    }

    /** The other incarnations whose claims stood in the way since this was last asked. */
    Set<String> takeHolders() {
        return reading.takeHolders();
    }

    void startOver() {
        groups.startOver();
        loose.startOver();
    }

    private Claimed attempt(Incarnation owner, Holdings holdings, ClaimRequest request) throws SourceException {
        Selection selection = new Selection(taking.room(request));
        boolean ended;
        if (looseFirst) {
            selectLoose(selection, holdings, request);
            ended = selectGroups(selection, holdings, request);
        } else {
            ended = selectGroups(selection, holdings, request);
            selectLoose(selection, holdings, request);
        }
        looseFirst = !looseFirst;
        Taken taken = selection.isEmpty() ? Taken.NOTHING : taking.take(owner, holdings, selection.runs(), request);
        if (!taken.owned()) {
            startOver();
            return Claimed.NOTHING;
        }
        boolean found = !taken.messages().isEmpty();
        boolean more = groups.claimed(found, ended);
        more |= loose.claimed(selection.hasLoose() && !taken.hasLoose());
        more |= selection.isFull() || taken.cut() || (found && settings.ordering() == Ordering.NONE);
        return new Claimed(taken.messages(), more, taken.moreOf());
    }

    private void selectLoose(Selection selection, Holdings holdings, ClaimRequest request) throws SourceException {
        if (selection.isFull()) {
            return;
        }
        Predicate<Found> usable = row -> !request.heldMessages().contains(row.id()) && !holdings.holds(row.id());
        int size = FEW_LOOSE * Math.max(1, Shards.COUNT / request.shards().size());
        loose.refill(size, usable.and(row -> isOurs(row.id(), request)));
        while (!selection.isFull()) {
            Found row = loose.next(usable);
            if (row == null) {
                return;
            }
            if (!selection.add(Run.loose(row))) {
                loose.putBack(row);
            }
        }
    }

    /** @return whether all groups have been looked at */
    private boolean selectGroups(Selection selection, Holdings holdings, ClaimRequest request) throws SourceException {
        // What we hold is known before we look, so that what is given back meanwhile cannot be overtaken.
        Set<String> inHand = settings.ordering() == Ordering.NONE ? Set.of() : holdings.busyGroups();
        Predicate<String> wanted = group -> !inHand.contains(group)
                && !request.heldGroups().contains(group)
                && !selection.has(group)
                && isOurs(group, request);
        int perGroup = Math.clamp(request.perGroup(), 1, request.messages());
        groups.begin();
        for (int page = 0; page < MOST_PAGES && !selection.isFull(); page++) {
            int window = groups.window(selection.room(), perGroup);
            Page read = pages.read(groups.resume(), window, perGroup, request.heldMessages());
            List<Window> windows = read.windows().stream()
                    .filter(it -> wanted.test(it.group()))
                    .toList();
            for (Run run : reading.runs(windows, request, perGroup)) {
                if (!selection.add(run)) {
                    return false;
                }
                groups.passed(String.valueOf(run.group()));
            }
            if (groups.looked(read)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOurs(String key, ClaimRequest request) {
        return request.shards().isAll() || request.shards().contains(Shards.shardOf(key));
    }
}
