package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.outbox.GroupPages.Window;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Makes runs of what a look has found: the first messages of each group that may be claimed from, in their order.
 *
 * <p>Whether somebody else holds a message of a group is asked after its waiting messages were read: so whatever stood
 * before them was either read with them, or is seen to be held.
 */
final class ReadRuns {
    private static final Bson FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CLAIM);

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final GroupPages pages;
    /** Whose claims stood in the way of some group. */
    private final Set<String> holders = new HashSet<>();

    ReadRuns(OutboxAccess access, OutboxSettings settings, GroupPages pages) {
        this.access = access;
        this.settings = settings;
        this.pages = pages;
    }

    /** The other incarnations whose claims stood in the way since this was last asked. */
    Set<String> takeHolders() {
        Set<String> found = Set.copyOf(holders);
        holders.clear();
        return found;
    }

    List<Run> runs(List<Window> windows, ClaimRequest request, int perGroup) throws SourceException {
        if (windows.isEmpty()) {
            return List.of();
        }
        List<Run> runs = new ArrayList<>();
        for (Window window : windows) {
            runs.add(run(window, request, perGroup));
        }
        Set<String> stopped = stopped(windows.stream().map(Window::group).toList());
        runs.removeIf(run -> run.rows().isEmpty() || stopped.contains(String.valueOf(run.group())));
        Set<String> preceded = preceded(runs, windows, request);
        runs.removeIf(run -> preceded.contains(String.valueOf(run.group())));
        return runs;
    }

    /**
     * Groups of which a message waits in front of what was read. It was in somebody's hands, or had failed, when the group was
     * read, and was freed before it was asked who is stopped.
     */
    private Set<String> preceded(List<Run> runs, List<Window> windows, ClaimRequest request) throws SourceException {
        Set<String> known = new HashSet<>(request.heldMessages());
        windows.forEach(window -> window.rows().forEach(row -> known.add(row.id())));
        List<Bson> fronts = new ArrayList<>();
        for (Run run : runs) {
            run.rows().forEach(row -> known.add(row.id()));
            fronts.add(Filters.and(
                    Filters.eq(OutboxFields.GROUP, run.group()),
                    Filters.lte(OutboxFields.CREATED_AT, run.rows().getFirst().at())));
        }
        Set<String> preceded = new HashSet<>();
        if (settings.ordering() != Ordering.NONE && !fronts.isEmpty()) {
            Bson waiting = Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.or(fronts));
            for (BsonDocument document : access.find("look for messages in front", waiting, FIELDS)) {
                if (!known.contains(MessageIds.text(MessageIds.of(document)))) {
                    preceded.add(String.valueOf(Found.group(document)));
                }
            }
        }
        return preceded;
    }

    /** The last moment in a full window may go on behind it, so its rows wait, unless the window has no other. */
    private Run run(Window window, ClaimRequest request, int perGroup) throws SourceException {
        if (!window.full()) {
            return new Run(window.group(), untilHeld(inOrder(window.rows()), request), false);
        }
        List<Found> usable = beforeLastMoment(window.rows());
        if (usable.isEmpty()) {
            usable = pages.moment(window, perGroup, request.heldMessages());
        }
        return new Run(window.group(), untilHeld(inOrder(usable), request), true);
    }

    private static List<Found> beforeLastMoment(List<Found> rows) {
        BsonValue last = rows.getLast().at();
        return rows.stream().takeWhile(row -> !row.at().equals(last)).toList();
    }

    /** The index ends with the time, so messages of one moment come in any order. */
    private static List<Found> inOrder(List<Found> rows) {
        List<Found> ordered = new ArrayList<>(rows.size());
        List<Found> moment = new ArrayList<>();
        for (Found row : rows) {
            if (!moment.isEmpty() && !moment.getFirst().at().equals(row.at())) {
                moment.sort(Found.BY_ID);
                ordered.addAll(moment);
                moment.clear();
            }
            moment.add(row);
        }
        moment.sort(Found.BY_ID);
        ordered.addAll(moment);
        return ordered;
    }

    private List<Found> untilHeld(List<Found> rows, ClaimRequest request) {
        return settings.ordering() != Ordering.BLOCK || request.heldMessages().isEmpty()
                ? rows
                : rows.stream()
                        .takeWhile(row -> !request.heldMessages().contains(row.id()))
                        .toList();
    }

    /** Groups of which somebody holds a message, or, where that matters, of which one has failed. */
    private Set<String> stopped(List<String> groups) throws SourceException {
        Set<String> stopped = new HashSet<>();
        if (settings.ordering() != Ordering.NONE) {
            for (BsonDocument held :
                    access.find("look for messages in hand", withStatus(OutboxFields.PROCESSING, groups), FIELDS)) {
                stopped.add(String.valueOf(Found.group(held)));
                ClaimToken.in(held).ifPresent(token -> holders.add(token.owner()));
            }
        }
        if (settings.holdExhausted()) {
            access.run(
                    "look for failed messages",
                    documents -> documents
                            .distinct(OutboxFields.GROUP, withStatus(OutboxFields.FAILED, groups), String.class)
                            .into(stopped));
        }
        return stopped;
    }

    private static Bson withStatus(String status, List<String> groups) {
        return Filters.and(Filters.eq(OutboxFields.STATUS, status), Filters.in(OutboxFields.GROUP, groups));
    }
}
