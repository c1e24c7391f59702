package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A node's view of an {@link InMemoryDatabase} as a source of claims. */
public final class InMemoryOutbox implements ClaimSource {
    private final InMemoryDatabase database;
    private final String relay;
    private final Terms terms;
    private final Map<Long, Set<String>> outstanding = new HashMap<>();
    private @Nullable Incarnation lastOwner;
    private @Nullable String resumeAfter;
    private boolean ungroupedFirst;
    private long nextClaim;

    /**
     * How the table is worked.
     *
     * @param holding whether a claimed row is marked, or only remembered by its owner
     * @param holdExhausted groups with a dead-lettered message are not claimed
     * @param keepCompleted how long finished rows stay; zero for ever
     */
    public record Terms(
            Holding holding,
            Ordering ordering,
            boolean holdExhausted,
            Duration processingTimeout,
            Duration keepCompleted) {}

    public InMemoryOutbox(InMemoryDatabase database, String relay, Terms terms) {
        this.database = database;
        this.relay = relay;
        this.terms = terms;
    }

    @Override
    public Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return Claimed.NOTHING;
            }
            ownedBy(owner);
            Selection selection = new Selection(request);
            if (ungroupedFirst) {
                selectUngrouped(selection);
                selectGrouped(selection);
            } else {
                selectGrouped(selection);
                selectUngrouped(selection);
            }
            ungroupedFirst = !ungroupedFirst;
            return mark(owner, selection);
        }
    }

    /** What an earlier life of this node held is a dead owner's like any other. */
    private void ownedBy(Incarnation owner) {
        if (!owner.equals(lastOwner)) {
            outstanding.clear();
            lastOwner = owner;
        }
    }

    /** Rows chosen so far, within what was asked for. */
    private static final class Selection {
        final ClaimRequest request;
        final List<Row> rows = new ArrayList<>();
        final Set<String> moreOf = new HashSet<>();
        long bytes;
        boolean cut;

        Selection(ClaimRequest request) {
            this.request = request;
        }

        boolean take(Row row) {
            boolean tooMany = rows.size() >= request.messages();
            boolean tooLarge = !rows.isEmpty() && bytes + row.payload.size() > request.bytes();
            if (tooMany || tooLarge) {
                cut = true;
                return false;
            }
            rows.add(row);
            bytes += row.payload.size();
            return true;
        }
    }

    private void selectUngrouped(Selection selection) {
        for (Row row : database.pendingWithoutGroup()) {
            boolean skipped = isLocked(row)
                    || isHeld(row.id)
                    || selection.request.heldMessages().contains(row.id)
                    || !selection.request.shards().contains(row.shard());
            if (!skipped && !selection.take(row)) {
                return;
            }
        }
    }

    private void selectGrouped(Selection selection) {
        List<String> groups = new ArrayList<>();
        if (resumeAfter != null) {
            groups.addAll(database.pendingByGroup().tailMap(resumeAfter, false).keySet());
            groups.addAll(database.pendingByGroup().headMap(resumeAfter, true).keySet());
        } else {
            groups.addAll(database.pendingByGroup().keySet());
        }
        for (String group : groups) {
            if (isClaimable(group, selection.request)) {
                selectFrom(group, selection);
            }
            if (selection.cut) {
                return;
            }
            resumeAfter = group;
        }
    }

    private boolean isClaimable(String group, ClaimRequest request) {
        boolean busy = terms.ordering() != Ordering.NONE && (database.hasProcessing(group) || isGroupHeld(group));
        boolean exhausted = terms.holdExhausted() && database.hasFailed(group);
        boolean ours = request.shards().contains(Shards.shardOf(group));
        return ours && !busy && !exhausted && !request.heldGroups().contains(group);
    }

    private void selectFrom(String group, Selection selection) {
        NavigableSet<Row> pending =
                Objects.requireNonNull(database.pendingByGroup().get(group));
        int run = 0;
        for (Row row : pending) {
            if (run == selection.request.perGroup()) {
                selection.moreOf.add(group);
                return;
            }
            if (selection.request.heldMessages().contains(row.id) || isHeld(row.id)) {
                continue;
            }
            if (isLocked(row)) {
                if (terms.ordering() == Ordering.NONE) {
                    continue;
                }
                return;
            }
            if (!selection.take(row)) {
                return;
            }
            run++;
        }
    }

    private Claimed mark(Incarnation owner, Selection selection) {
        if (selection.rows.isEmpty()) {
            return new Claimed(List.of(), false);
        }
        Claim claim = new Claim(nextClaim++, database.now());
        Set<String> ids = new LinkedHashSet<>();
        List<Message> messages = new ArrayList<>();
        for (Row row : selection.rows) {
            if (terms.holding() == Holding.MARK) {
                database.change(row, Row.Status.PROCESSING, claim.at());
            }
            ids.add(row.id);
            messages.add(messageOf(row, claim));
        }
        outstanding.put(claim.number(), ids);
        database.claims.add(
                new InMemoryDatabase.ClaimRecord(owner, claim.number(), relay, claim.at(), List.copyOf(ids)));
        return new Claimed(messages, selection.cut, selection.moreOf);
    }

    private Message messageOf(Row row, Claim claim) {
        InMemoryDatabase.Suspect suspect = database.suspects.get(row.id);
        Suspicion suspicion = suspect == null
                ? Suspicion.NONE
                : new Suspicion(suspect.level == 1 ? Suspicion.Level.HELD : Suspicion.Level.IN_FLIGHT, suspect.crashes);
        return new Message(
                row.id, row.group, row.shard(), row.type, row.payload, row.retryCount, row.createdAt, claim, suspicion);
    }

    /** The answer to a claim was lost on its way: the adapter does not know what it has. */
    public void forget(Claimed claimed) {
        synchronized (database) {
            claimed.messages()
                    .forEach(message -> outstanding.remove(message.claim().number()));
        }
    }

    @Override
    public Settled settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        synchronized (database) {
            Set<String> recorded = new HashSet<>();
            Set<String> busy = new HashSet<>();
            boolean live = database.isLive(owner);
            for (Settlement settlement : settlements) {
                Message message = settlement.message();
                Row row = database.row(message.id());
                if (live && row != null && settles(row, message) && database.isLocked(row)) {
                    busy.add(message.id());
                    continue;
                }
                if (live && row != null && settles(row, message)) {
                    record(row, settlement.verdict());
                    recorded.add(message.id());
                }
                endClaim(owner, message, live);
            }
            return new Settled(recorded, busy);
        }
    }

    /** What is not marked shows by its attempts that an earlier settlement, whose answer was lost, has been recorded. */
    private boolean settles(Row row, Message message) {
        Claim claim = message.claim();
        boolean remembered = row.retryCount == message.attempts()
                && outstanding.getOrDefault(claim.number(), Set.of()).contains(row.id);
        return holds(row, claim) && (terms.holding() == Holding.MARK || remembered);
    }

    private boolean holds(Row row, Claim claim) {
        return switch (terms.holding()) {
            case MARK -> row.status == Row.Status.PROCESSING && claim.at().equals(row.processedAt);
            case OWN -> row.status == Row.Status.PENDING;
        };
    }

    /** Reading takes no lock and waits for none. */
    private boolean isLocked(Row row) {
        return terms.holding() == Holding.MARK && database.isLocked(row);
    }

    private boolean isHeld(String id) {
        return outstanding.values().stream().anyMatch(ids -> ids.contains(id));
    }

    private boolean isGroupHeld(String group) {
        return outstanding.values().stream()
                .flatMap(Set::stream)
                .map(database::row)
                .anyMatch(row -> row != null && group.equals(row.group));
    }

    private void record(Row row, Verdict.Final verdict) {
        switch (verdict) {
            case Verdict.Complete() -> {
                row.error = null;
                database.change(row, Row.Status.COMPLETED, database.now());
            }
            case Verdict.RetryAt(long _, String reason) -> {
                row.retryCount++;
                row.error = reason;
                database.change(row, Row.Status.PENDING, null);
            }
            case Verdict.Park(String reason) -> {
                row.error = reason;
                database.change(row, Row.Status.FAILED, database.now());
            }
            case Verdict.Release() -> database.change(row, Row.Status.PENDING, null);
        }
        InMemoryDatabase.Suspect suspect = database.suspects.get(row.id);
        if (suspect != null && verdict instanceof Verdict.Release) {
            suspect.inFlight = false;
        } else {
            database.suspects.remove(row.id);
        }
    }

    private void endClaim(Incarnation owner, Message message, boolean live) {
        long number = message.claim().number();
        Set<String> left = outstanding.get(number);
        if (left != null && left.remove(message.id()) && left.isEmpty()) {
            outstanding.remove(number);
            if (!live) {
                return;
            }
            database.claims.removeIf(claim -> claim.owner().equals(owner) && claim.number() == number);
        }
    }

    @Override
    public Recovered recover(Incarnation owner) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return Recovered.NOTHING;
            }
            ownedBy(owner);
            int fenced = 0;
            boolean more = false;
            for (InMemoryDatabase.ClaimRecord claim : List.copyOf(database.claims)) {
                boolean orphan = !database.isLive(claim.owner());
                boolean unknown = claim.owner().equals(owner) && !outstanding.containsKey(claim.number());
                if (claim.relay().equals(relay) && (orphan || unknown)) {
                    fenced += giveBack(claim, orphan);
                    more |= keepBusy(claim);
                }
            }
            return new Recovered(fenced, recoverExpired(), more);
        }
    }

    private int giveBack(InMemoryDatabase.ClaimRecord claim, boolean suspected) {
        int given = 0;
        Set<String> others = terms.holding() == Holding.OWN ? heldByTheLiving() : Set.of();
        for (String id : claim.ids()) {
            Row row = others.contains(id) ? null : database.row(id);
            if (row != null && holds(row, new Claim(claim.number(), claim.at())) && !isLocked(row)) {
                if (suspected) {
                    suspect(row);
                }
                database.change(row, Row.Status.PENDING, null);
                given++;
            }
        }
        return given;
    }

    /** What a dead owner had given back may be held by somebody else by now. */
    private Set<String> heldByTheLiving() {
        return database.claims.stream()
                .filter(claim -> database.isLive(claim.owner()))
                .flatMap(claim -> claim.ids().stream())
                .collect(Collectors.toSet());
    }

    /** Rows that somebody has locked stay in their claim, to be given back later. */
    private boolean keepBusy(InMemoryDatabase.ClaimRecord claim) {
        database.claims.remove(claim);
        if (terms.holding() == Holding.OWN) {
            return false;
        }
        Claim held = new Claim(claim.number(), claim.at());
        List<String> busy = claim.ids().stream()
                .filter(id -> Optional.ofNullable(database.row(id))
                        .filter(row -> holds(row, held))
                        .isPresent())
                .toList();
        if (!busy.isEmpty()) {
            database.claims.add(
                    new InMemoryDatabase.ClaimRecord(claim.owner(), claim.number(), claim.relay(), claim.at(), busy));
        }
        return !busy.isEmpty();
    }

    private void suspect(Row row) {
        InMemoryDatabase.Suspect suspect = database.suspects.get(row.id);
        if (suspect == null) {
            database.suspects.put(row.id, new InMemoryDatabase.Suspect());
        } else if (suspect.inFlight) {
            if (suspect.level == 2) {
                suspect.crashes++;
                row.retryCount++;
            }
            suspect.level = 2;
            suspect.inFlight = false;
        }
    }

    private int recoverExpired() {
        Set<String> claimed = new HashSet<>();
        database.claims.forEach(claim -> claimed.addAll(claim.ids()));
        Instant limit = database.now().minus(terms.processingTimeout());
        int expired = 0;
        for (Row row : database.rows()) {
            boolean stuck = row.status == Row.Status.PROCESSING && !claimed.contains(row.id) && !database.isLocked(row);
            if (stuck && (row.processedAt == null || row.processedAt.isBefore(limit))) {
                database.change(row, Row.Status.PENDING, null);
                expired++;
            }
        }
        return expired;
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return false;
            }
            for (String id : ids) {
                InMemoryDatabase.Suspect suspect = database.suspects.get(id);
                if (suspect != null) {
                    suspect.inFlight = true;
                }
            }
            return true;
        }
    }

    @Override
    public Swept sweep(Incarnation owner) throws SourceException {
        synchronized (database) {
            if (terms.keepCompleted().isZero() || !database.isLive(owner)) {
                return Swept.NOTHING;
            }
            Instant limit = database.now().minus(terms.keepCompleted());
            int deleted = 0;
            for (Row row : database.rows()) {
                Instant processedAt = row.processedAt;
                if (row.status == Row.Status.COMPLETED && processedAt != null && processedAt.isBefore(limit)) {
                    database.delete(row);
                    deleted++;
                }
            }
            return new Swept(deleted, false);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
