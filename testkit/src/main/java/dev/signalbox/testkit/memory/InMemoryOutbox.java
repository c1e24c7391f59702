package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.SweepResult;
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
    private final Settings settings;
    private final Map<Long, Set<String>> outstanding = new HashMap<>();
    private @Nullable Incarnation lastOwner;
    private @Nullable String resumeAfter;
    private boolean ungroupedFirst;
    private long nextClaim;

    /**
     * The settings of the table.
     *
     * @param claimMode whether a claimed row is marked, or only remembered by its owner
     * @param holdExhausted groups with a dead-lettered message are not claimed
     * @param keepCompleted how long done rows stay; zero means forever
     */
    public record Settings(
            ClaimMode claimMode,
            Ordering ordering,
            boolean holdExhausted,
            Duration processingTimeout,
            Duration keepCompleted) {}

    public InMemoryOutbox(InMemoryDatabase database, String relay, Settings settings) {
        this.database = database;
        this.relay = relay;
        this.settings = settings;
    }

    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return ClaimResult.NOTHING;
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

    /** Claims of an earlier incarnation of this node are a dead owner's like any other. */
    private void ownedBy(Incarnation owner) {
        if (!owner.equals(lastOwner)) {
            outstanding.clear();
            lastOwner = owner;
        }
    }

    /** Rows chosen so far, within what was requested. */
    private static final class Selection {
        final ClaimRequest request;
        final List<InMemoryOutboxRow> rows = new ArrayList<>();
        final Set<String> moreOf = new HashSet<>();
        long bytes;
        boolean cut;

        Selection(ClaimRequest request) {
            this.request = request;
        }

        boolean take(InMemoryOutboxRow inMemoryOutboxRow) {
            boolean tooMany = rows.size() >= request.messages();
            boolean tooLarge = !rows.isEmpty() && bytes + inMemoryOutboxRow.payload.size() > request.bytes();
            if (tooMany || tooLarge) {
                cut = true;
                return false;
            }
            rows.add(inMemoryOutboxRow);
            bytes += inMemoryOutboxRow.payload.size();
            return true;
        }
    }

    private void selectUngrouped(Selection selection) {
        for (InMemoryOutboxRow inMemoryOutboxRow : database.pendingWithoutGroup()) {
            boolean skipped = isLocked(inMemoryOutboxRow)
                    || isHeld(inMemoryOutboxRow.id)
                    || selection.request.heldMessages().contains(inMemoryOutboxRow.id)
                    || !selection.request.shards().contains(inMemoryOutboxRow.shard());
            if (!skipped && !selection.take(inMemoryOutboxRow)) {
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
        boolean busy = settings.ordering() != Ordering.NONE && (database.hasProcessing(group) || isGroupHeld(group));
        boolean exhausted = settings.holdExhausted() && database.hasFailed(group);
        boolean ours = request.shards().contains(Shards.shardOf(group));
        return ours && !busy && !exhausted && !request.heldGroups().contains(group);
    }

    private void selectFrom(String group, Selection selection) {
        NavigableSet<InMemoryOutboxRow> pending =
                Objects.requireNonNull(database.pendingByGroup().get(group));
        int run = 0;
        for (InMemoryOutboxRow inMemoryOutboxRow : pending) {
            if (run == selection.request.perGroup()) {
                selection.moreOf.add(group);
                return;
            }
            if (selection.request.heldMessages().contains(inMemoryOutboxRow.id) || isHeld(inMemoryOutboxRow.id)) {
                continue;
            }
            if (isLocked(inMemoryOutboxRow)) {
                if (settings.ordering() == Ordering.NONE) {
                    continue;
                }
                return;
            }
            if (!selection.take(inMemoryOutboxRow)) {
                return;
            }
            run++;
        }
    }

    private ClaimResult mark(Incarnation owner, Selection selection) {
        if (selection.rows.isEmpty()) {
            return new ClaimResult(List.of(), false);
        }
        Claim claim = new Claim(nextClaim++, database.now());
        Set<String> ids = new LinkedHashSet<>();
        List<Message> messages = new ArrayList<>();
        for (InMemoryOutboxRow inMemoryOutboxRow : selection.rows) {
            if (settings.claimMode() == ClaimMode.MARK) {
                database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.PROCESSING, claim.at());
            }
            ids.add(inMemoryOutboxRow.id);
            messages.add(messageOf(inMemoryOutboxRow, claim));
        }
        outstanding.put(claim.number(), ids);
        database.claims.add(
                new InMemoryDatabase.ClaimRecord(owner, claim.number(), relay, claim.at(), List.copyOf(ids)));
        return new ClaimResult(messages, selection.cut, selection.moreOf);
    }

    private Message messageOf(InMemoryOutboxRow inMemoryOutboxRow, Claim claim) {
        InMemoryDatabase.Suspect suspect = database.suspects.get(inMemoryOutboxRow.id);
        Suspicion suspicion = suspect == null
                ? Suspicion.NONE
                : new Suspicion(suspect.level == 1 ? Suspicion.Level.HELD : Suspicion.Level.IN_FLIGHT, suspect.crashes);
        return new Message(
                inMemoryOutboxRow.id,
                inMemoryOutboxRow.group,
                inMemoryOutboxRow.shard(),
                inMemoryOutboxRow.type,
                inMemoryOutboxRow.payload,
                inMemoryOutboxRow.retryCount,
                inMemoryOutboxRow.createdAt,
                claim,
                suspicion);
    }

    /** The answer to a claim was lost: the source does not know which rows it has claimed. */
    public void forget(ClaimResult claimResult) {
        synchronized (database) {
            claimResult
                    .messages()
                    .forEach(message -> outstanding.remove(message.claim().number()));
        }
    }

    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        synchronized (database) {
            Set<String> recorded = new HashSet<>();
            Set<String> busy = new HashSet<>();
            boolean live = database.isLive(owner);
            for (Settlement settlement : settlements) {
                Message message = settlement.message();
                InMemoryOutboxRow inMemoryOutboxRow = database.row(message.id());
                if (live
                        && inMemoryOutboxRow != null
                        && settles(inMemoryOutboxRow, message)
                        && database.isLocked(inMemoryOutboxRow)) {
                    busy.add(message.id());
                    continue;
                }
                if (live && inMemoryOutboxRow != null && settles(inMemoryOutboxRow, message)) {
                    record(inMemoryOutboxRow, settlement.verdict());
                    recorded.add(message.id());
                }
                endClaim(owner, message, live);
            }
            return new SettleResult(recorded, busy);
        }
    }

    /** Without a mark, the attempts of a row show that an earlier settlement, whose answer was lost, is recorded. */
    private boolean settles(InMemoryOutboxRow inMemoryOutboxRow, Message message) {
        Claim claim = message.claim();
        boolean remembered = inMemoryOutboxRow.retryCount == message.attempts()
                && outstanding.getOrDefault(claim.number(), Set.of()).contains(inMemoryOutboxRow.id);
        return holds(inMemoryOutboxRow, claim) && (settings.claimMode() == ClaimMode.MARK || remembered);
    }

    private boolean holds(InMemoryOutboxRow inMemoryOutboxRow, Claim claim) {
        return switch (settings.claimMode()) {
            case MARK ->
                inMemoryOutboxRow.status == InMemoryOutboxRow.Status.PROCESSING
                        && claim.at().equals(inMemoryOutboxRow.processedAt);
            case OWN -> inMemoryOutboxRow.status == InMemoryOutboxRow.Status.PENDING;
        };
    }

    /** Reading takes no lock and waits for none. */
    private boolean isLocked(InMemoryOutboxRow inMemoryOutboxRow) {
        return settings.claimMode() == ClaimMode.MARK && database.isLocked(inMemoryOutboxRow);
    }

    private boolean isHeld(String id) {
        return outstanding.values().stream().anyMatch(ids -> ids.contains(id));
    }

    private boolean isGroupHeld(String group) {
        return outstanding.values().stream()
                .flatMap(Set::stream)
                .map(database::row)
                .anyMatch(inMemoryOutboxRow -> inMemoryOutboxRow != null && group.equals(inMemoryOutboxRow.group));
    }

    private void record(InMemoryOutboxRow inMemoryOutboxRow, Verdict.Final verdict) {
        switch (verdict) {
            case Verdict.Complete() -> {
                inMemoryOutboxRow.error = null;
                database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.COMPLETED, database.now());
            }
            case Verdict.RetryAt(long _, String reason) -> {
                inMemoryOutboxRow.retryCount++;
                inMemoryOutboxRow.error = reason;
                database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.PENDING, null);
            }
            case Verdict.Park(String reason) -> {
                inMemoryOutboxRow.error = reason;
                database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.FAILED, database.now());
            }
            case Verdict.Release() -> database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.PENDING, null);
        }
        InMemoryDatabase.Suspect suspect = database.suspects.get(inMemoryOutboxRow.id);
        if (suspect != null && verdict instanceof Verdict.Release) {
            suspect.inFlight = false;
        } else {
            database.suspects.remove(inMemoryOutboxRow.id);
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
    public RecoveryResult recover(Incarnation owner) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return RecoveryResult.NOTHING;
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
            return new RecoveryResult(fenced, recoverExpired(), more);
        }
    }

    private int giveBack(InMemoryDatabase.ClaimRecord claim, boolean suspected) {
        int given = 0;
        Set<String> others = settings.claimMode() == ClaimMode.OWN ? heldByTheLiving() : Set.of();
        for (String id : claim.ids()) {
            InMemoryOutboxRow inMemoryOutboxRow = others.contains(id) ? null : database.row(id);
            if (inMemoryOutboxRow != null
                    && holds(inMemoryOutboxRow, new Claim(claim.number(), claim.at()))
                    && !isLocked(inMemoryOutboxRow)) {
                if (suspected) {
                    suspect(inMemoryOutboxRow);
                }
                database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.PENDING, null);
                given++;
            }
        }
        return given;
    }

    /** Another owner may have claimed what a dead owner had released. */
    private Set<String> heldByTheLiving() {
        return database.claims.stream()
                .filter(claim -> database.isLive(claim.owner()))
                .flatMap(claim -> claim.ids().stream())
                .collect(Collectors.toSet());
    }

    /** Locked rows stay in their claim, to be released later. */
    private boolean keepBusy(InMemoryDatabase.ClaimRecord claim) {
        database.claims.remove(claim);
        if (settings.claimMode() == ClaimMode.OWN) {
            return false;
        }
        Claim held = new Claim(claim.number(), claim.at());
        List<String> busy = claim.ids().stream()
                .filter(id -> Optional.ofNullable(database.row(id))
                        .filter(inMemoryOutboxRow -> holds(inMemoryOutboxRow, held))
                        .isPresent())
                .toList();
        if (!busy.isEmpty()) {
            database.claims.add(
                    new InMemoryDatabase.ClaimRecord(claim.owner(), claim.number(), claim.relay(), claim.at(), busy));
        }
        return !busy.isEmpty();
    }

    private void suspect(InMemoryOutboxRow inMemoryOutboxRow) {
        InMemoryDatabase.Suspect suspect = database.suspects.get(inMemoryOutboxRow.id);
        if (suspect == null) {
            database.suspects.put(inMemoryOutboxRow.id, new InMemoryDatabase.Suspect());
        } else if (suspect.inFlight) {
            if (suspect.level == 2) {
                suspect.crashes++;
                inMemoryOutboxRow.retryCount++;
            }
            suspect.level = 2;
            suspect.inFlight = false;
        }
    }

    private int recoverExpired() {
        Set<String> claimed = new HashSet<>();
        database.claims.forEach(claim -> claimed.addAll(claim.ids()));
        Instant limit = database.now().minus(settings.processingTimeout());
        int expired = 0;
        for (InMemoryOutboxRow inMemoryOutboxRow : database.rows()) {
            boolean stuck = inMemoryOutboxRow.status == InMemoryOutboxRow.Status.PROCESSING
                    && !claimed.contains(inMemoryOutboxRow.id)
                    && !database.isLocked(inMemoryOutboxRow);
            if (stuck && (inMemoryOutboxRow.processedAt == null || inMemoryOutboxRow.processedAt.isBefore(limit))) {
                database.change(inMemoryOutboxRow, InMemoryOutboxRow.Status.PENDING, null);
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
    public SweepResult sweep(Incarnation owner) throws SourceException {
        synchronized (database) {
            if (settings.keepCompleted().isZero() || !database.isLive(owner)) {
                return SweepResult.NOTHING;
            }
            Instant limit = database.now().minus(settings.keepCompleted());
            int deleted = 0;
            for (InMemoryOutboxRow inMemoryOutboxRow : database.rows()) {
                Instant processedAt = inMemoryOutboxRow.processedAt;
                if (inMemoryOutboxRow.status == InMemoryOutboxRow.Status.COMPLETED
                        && processedAt != null
                        && processedAt.isBefore(limit)) {
                    database.delete(inMemoryOutboxRow);
                    deleted++;
                }
            }
            return new SweepResult(deleted, false);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
