package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.outbox.GroupPageReader.GroupWindow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Builds group prefixes from what a scan found: the first messages of each claimable group, in order.
 *
 * <p>It checks for claimed messages of a group after it has read the waiting ones: so any message in front of them was
 * either read with them or is seen as claimed.
 */
final class MongoGroupPrefixReader {
    private static final Bson FIELDS = Projections.include(OutboxFields.GROUP, OutboxFields.CLAIM);

    private final OutboxCollection outbox;
    private final OutboxSettings settings;
    private final GroupPageReader pages;
    /** The owners of claims that blocked a group. */
    private final Set<String> otherOwners = new HashSet<>();

    MongoGroupPrefixReader(OutboxCollection outbox, OutboxSettings settings, GroupPageReader pages) {
        this.outbox = outbox;
        this.settings = settings;
        this.pages = pages;
    }

    /** The other incarnations whose claims blocked a group since the last call. */
    Set<String> takeOtherOwners() {
        Set<String> found = Set.copyOf(otherOwners);
        otherOwners.clear();
        return found;
    }

    List<MongoGroupPrefix> prefixes(List<GroupWindow> windows, ClaimRequest request, int perGroup)
            throws SourceException {
        if (windows.isEmpty()) {
            return List.of();
        }
        List<MongoGroupPrefix> prefixes = new ArrayList<>();
        for (GroupWindow window : windows) {
            prefixes.add(prefix(window, request, perGroup));
        }
        Set<String> blocked = blocked(windows.stream().map(GroupWindow::group).toList());
        prefixes.removeIf(prefix -> prefix.rows().isEmpty() || blocked.contains(String.valueOf(prefix.group())));
        Set<String> preceded = preceded(prefixes, windows, request);
        prefixes.removeIf(prefix -> preceded.contains(String.valueOf(prefix.group())));
        return prefixes;
    }

    /**
     * Groups with a waiting message in front of what was read. It was claimed or had failed when the group was read, and was
     * released before the check for blocked groups.
     */
    private Set<String> preceded(List<MongoGroupPrefix> prefixes, List<GroupWindow> windows, ClaimRequest request)
            throws SourceException {
        Set<String> known = new HashSet<>(request.heldMessages());
        windows.forEach(window -> window.rows().forEach(row -> known.add(row.id())));
        List<Bson> fronts = new ArrayList<>();
        for (MongoGroupPrefix prefix : prefixes) {
            prefix.rows().forEach(row -> known.add(row.id()));
            fronts.add(Filters.and(
                    Filters.eq(OutboxFields.GROUP, prefix.group()),
                    Filters.lte(
                            OutboxFields.CREATED_AT, prefix.rows().getFirst().at())));
        }
        Set<String> preceded = new HashSet<>();
        if (settings.ordering() != Ordering.NONE && !fronts.isEmpty()) {
            Bson waiting = Filters.and(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING), Filters.or(fronts));
            for (BsonDocument document : outbox.find("look for messages in front", waiting, FIELDS)) {
                if (!known.contains(MessageIds.text(MessageIds.of(document)))) {
                    preceded.add(String.valueOf(FieldValues.text(document, OutboxFields.GROUP)));
                }
            }
        }
        return preceded;
    }

    /** The last moment of a full window may continue after it, so its rows wait, unless the window has no other moment. */
    private MongoGroupPrefix prefix(GroupWindow window, ClaimRequest request, int perGroup) throws SourceException {
        if (!window.full()) {
            return new MongoGroupPrefix(window.group(), beforeHeld(inOrder(window.rows()), request), false);
        }
        List<CandidateDocument> usable = beforeLastMoment(window.rows());
        if (usable.isEmpty()) {
            usable = pages.moment(window, perGroup, request.heldMessages());
        }
        return new MongoGroupPrefix(window.group(), beforeHeld(inOrder(usable), request), true);
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

    private List<CandidateDocument> beforeHeld(List<CandidateDocument> rows, ClaimRequest request) {
        return settings.ordering() != Ordering.BLOCK || request.heldMessages().isEmpty()
                ? rows
                : rows.stream()
                        .takeWhile(row -> !request.heldMessages().contains(row.id()))
                        .toList();
    }

    /** Groups with a claimed message, or with a failed one if failed messages block. */
    private Set<String> blocked(List<String> groups) throws SourceException {
        Set<String> blocked = new HashSet<>();
        if (settings.ordering() != Ordering.NONE) {
            for (BsonDocument claimed :
                    outbox.find("look for messages in flight", withStatus(OutboxFields.PROCESSING, groups), FIELDS)) {
                blocked.add(String.valueOf(FieldValues.text(claimed, OutboxFields.GROUP)));
                ClaimToken.in(claimed).ifPresent(token -> otherOwners.add(token.owner()));
            }
        }
        if (settings.holdExhausted()) {
            outbox.run(
                    "look for failed messages",
                    documents -> documents
                            .distinct(OutboxFields.GROUP, withStatus(OutboxFields.FAILED, groups), String.class)
                            .into(blocked));
        }
        return blocked;
    }

    private static Bson withStatus(String status, List<String> groups) {
        return Filters.and(Filters.eq(OutboxFields.STATUS, status), Filters.in(OutboxFields.GROUP, groups));
    }
}
