package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.outbox.GroupPageReader.GroupWindow;
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
final class MongoGroupPrefixReader {
    private static final Bson FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CLAIM);

    private final OutboxCollection access;
    private final OutboxSettings settings;
    private final GroupPageReader pages;
    /** Whose claims stood in the way of some group. */
    private final Set<String> otherOwners = new HashSet<>();

    MongoGroupPrefixReader(OutboxCollection access, OutboxSettings settings, GroupPageReader pages) {
        this.access = access;
        this.settings = settings;
        this.pages = pages;
    }

    /** The other incarnations whose claims stood in the way since this was last asked. */
    Set<String> takeOtherOwners() {
        Set<String> found = Set.copyOf(otherOwners);
        otherOwners.clear();
        return found;
    }

    List<MongoGroupPrefix> prefixes(List<GroupWindow> groupWindows, ClaimRequest request, int perGroup)
            throws SourceException {
        if (groupWindows.isEmpty()) {
            return List.of();
        }
        List<MongoGroupPrefix> mongoGroupPrefixes = new ArrayList<>();
        for (GroupWindow groupWindow : groupWindows) {
            mongoGroupPrefixes.add(prefix(groupWindow, request, perGroup));
        }
        Set<String> stopped =
                stopped(groupWindows.stream().map(GroupWindow::group).toList());
        mongoGroupPrefixes.removeIf(mongoGroupPrefix ->
                mongoGroupPrefix.rows().isEmpty() || stopped.contains(String.valueOf(mongoGroupPrefix.group())));
        Set<String> preceded = preceded(mongoGroupPrefixes, groupWindows, request);
        mongoGroupPrefixes.removeIf(mongoGroupPrefix -> preceded.contains(String.valueOf(mongoGroupPrefix.group())));
        return mongoGroupPrefixes;
    }

    /**
     * Groups of which a message waits in front of what was read. It was in somebody's hands, or had failed, when the group was
     * read, and was freed before it was asked who is stopped.
     */
    private Set<String> preceded(
            List<MongoGroupPrefix> mongoGroupPrefixes, List<GroupWindow> groupWindows, ClaimRequest request)
            throws SourceException {
        Set<String> known = new HashSet<>(request.heldMessages());
        groupWindows.forEach(groupWindow -> groupWindow.rows().forEach(row -> known.add(row.id())));
        List<Bson> fronts = new ArrayList<>();
        for (MongoGroupPrefix mongoGroupPrefix : mongoGroupPrefixes) {
            mongoGroupPrefix.rows().forEach(row -> known.add(row.id()));
            fronts.add(Filters.and(
                    Filters.eq(OutboxFields.GROUP, mongoGroupPrefix.group()),
                    Filters.lte(
                            OutboxFields.CREATED_AT,
                            mongoGroupPrefix.rows().getFirst().at())));
        }
        Set<String> preceded = new HashSet<>();
        if (settings.ordering() != Ordering.NONE && !fronts.isEmpty()) {
            Bson waiting = Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.or(fronts));
            for (BsonDocument document : access.find("look for messages in front", waiting, FIELDS)) {
                if (!known.contains(MessageIds.text(MessageIds.of(document)))) {
                    preceded.add(String.valueOf(CandidateDocument.group(document)));
                }
            }
        }
        return preceded;
    }

    /** The last moment in a full window may go on behind it, so its rows wait, unless the window has no other. */
    private MongoGroupPrefix prefix(GroupWindow groupWindow, ClaimRequest request, int perGroup)
            throws SourceException {
        if (!groupWindow.full()) {
            return new MongoGroupPrefix(groupWindow.group(), untilHeld(inOrder(groupWindow.rows()), request), false);
        }
        List<CandidateDocument> usable = beforeLastMoment(groupWindow.rows());
        if (usable.isEmpty()) {
            usable = pages.moment(groupWindow, perGroup, request.heldMessages());
        }
        return new MongoGroupPrefix(groupWindow.group(), untilHeld(inOrder(usable), request), true);
    }

    private static List<CandidateDocument> beforeLastMoment(List<CandidateDocument> rows) {
        BsonValue last = rows.getLast().at();
        return rows.stream().takeWhile(row -> !row.at().equals(last)).toList();
    }

    /** The index ends with the time, so messages of one moment come in any order. */
    private static List<CandidateDocument> inOrder(List<CandidateDocument> rows) {
        List<CandidateDocument> ordered = new ArrayList<>(rows.size());
        List<CandidateDocument> moment = new ArrayList<>();
        for (CandidateDocument row : rows) {
            if (!moment.isEmpty() && !moment.getFirst().at().equals(row.at())) {
                moment.sort(CandidateDocument.BY_ID);
                ordered.addAll(moment);
                moment.clear();
            }
            moment.add(row);
        }
        moment.sort(CandidateDocument.BY_ID);
        ordered.addAll(moment);
        return ordered;
    }

    private List<CandidateDocument> untilHeld(List<CandidateDocument> rows, ClaimRequest request) {
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
                stopped.add(String.valueOf(CandidateDocument.group(held)));
                ClaimToken.in(held).ifPresent(token -> otherOwners.add(token.owner()));
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
