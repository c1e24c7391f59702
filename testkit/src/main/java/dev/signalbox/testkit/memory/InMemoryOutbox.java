package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.StartLimits;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryDatabase.ClaimRecord;
import dev.signalbox.testkit.memory.InMemoryDatabase.Suspect;
import dev.signalbox.testkit.memory.InMemoryOutboxRow.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A node's view of an {@link InMemoryDatabase} as a source of claims. */
public final class InMemoryOutbox implements ClaimSource {
    private final InMemoryDatabase database;
    private final String relay;
    private final Settings settings;
    private final Map<Long, Set<String>> outstanding = new HashMap<>();
    private final InMemoryOutboxScanner scanner;
    private final InMemoryOutletScanner outletScanner;
    private @Nullable Incarnation lastOwner;
    private long nextClaim;

    /** The settings of the table; done rows stay for this long, or forever if that is zero. */
    public record Settings(
            ClaimMode claimMode,
            LongFunction<Ordering> orderingOf,
            LongUnaryOperator poolOf,
            boolean holdExhausted,
            Duration processingTimeout,
            Duration keepCompleted) {
        /** The same ordering for all outlets, and no pools. */
        public Settings(
                ClaimMode claimMode,
                Ordering ordering,
                boolean holdExhausted,
                Duration processingTimeout,
                Duration keepCompleted) {
            this(claimMode, _ -> ordering, _ -> StartLimits.NO_POOL, holdExhausted, processingTimeout, keepCompleted);
        }

        /** The ordering of a table that has one outlet. */
        Ordering ordering() {
            return orderingOf.apply(0);
        }
    }

    public InMemoryOutbox(InMemoryDatabase database, String relay, Settings settings) {
        this.database = database;
        this.relay = relay;
        this.settings = settings;
        this.scanner = new InMemoryOutboxScanner(database, settings, outstanding);
        this.outletScanner = new InMemoryOutletScanner(database, settings, outstanding);
    }

    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return ClaimResult.NOTHING;
            }
            ownedBy(owner);
            boolean single = request.outlets().equals(OutletDemand.ANY);
            return mark(owner, single ? scanner.select(request) : outletScanner.select(request));
        }
    }

    /** Claims of an earlier incarnation of this node are a dead owner's like any other. */
    private void ownedBy(Incarnation owner) {
        if (!owner.equals(lastOwner)) {
            outstanding.clear();
            lastOwner = owner;
        }
    }

    private ClaimResult mark(Incarnation owner, InMemoryOutboxScanner.Selection selection) {
        if (selection.rows.isEmpty()) {
            return new ClaimResult(List.of(), false);
        }
        Claim claim = new Claim(nextClaim++, database.now());
        Set<String> ids = new LinkedHashSet<>();
        List<Message> messages = new ArrayList<>();
        for (InMemoryOutboxRow row : selection.rows) {
            if (settings.claimMode() == ClaimMode.MARK) {
                database.change(row, Status.PROCESSING, claim.at());
            }
            ids.add(row.id);
            messages.add(messageOf(row, claim));
        }
        outstanding.put(claim.number(), ids);
        database.claims.add(new ClaimRecord(owner, claim, relay, List.copyOf(ids)));
        return new ClaimResult(messages, selection.cut, selection.moreOf);
    }

    private Message messageOf(InMemoryOutboxRow row, Claim claim) {
        Suspect suspect = database.suspects.get(row.id);
        Suspicion suspicion = suspect == null ? Suspicion.NONE : suspect.suspicion;
        return new Message(
                row.id,
                row.group,
                row.shard(),
                row.type,
                row.payload,
                row.retryCount,
                row.createdAt,
                claim,
                suspicion,
                null,
                Map.of(),
                row.outlet);
    }

    /** The answer to a claim was lost: the source does not know which rows it has claimed. */
    public void forget(ClaimResult claimResult) {
        synchronized (database) {
            claimResult.messages().forEach(it -> outstanding.remove(it.claim().number()));
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
                InMemoryOutboxRow row = database.row(message.id());
                boolean settles = live && row != null && settles(row, message);
                if (settles && database.isLocked(message.id())) {
                    busy.add(message.id());
                    continue;
                }
                if (row != null && settles) {
                    record(row, settlement.verdict());
                    recorded.add(message.id());
                }
                endClaim(owner, message, live);
            }
            return new SettleResult(recorded, busy);
        }
    }

    /** Without a mark, the attempts of a row show that an earlier settlement, whose answer was lost, is recorded. */
    private boolean settles(InMemoryOutboxRow row, Message message) {
        Claim claim = message.claim();
        boolean remembered = row.retryCount == message.attempts()
                && outstanding.getOrDefault(claim.number(), Set.of()).contains(row.id);
        return holds(row, claim) && (settings.claimMode() == ClaimMode.MARK || remembered);
    }

    private boolean holds(InMemoryOutboxRow row, Claim claim) {
        return switch (settings.claimMode()) {
            case MARK -> row.status == Status.PROCESSING && claim.at().equals(row.processedAt);
            case OWN -> row.status == Status.PENDING;
        };
    }

    private void record(InMemoryOutboxRow row, Verdict.Final verdict) {
        switch (verdict) {
            case Verdict.Complete() -> {
                row.error = null;
                database.change(row, Status.COMPLETED, database.now());
            }
            case Verdict.RetryAt(long _, String reason) -> {
                row.retryCount++;
                row.error = reason;
                database.change(row, Status.PENDING, null);
            }
            case Verdict.Park(String reason) -> {
                row.error = reason;
                database.change(row, Status.FAILED, database.now());
            }
            case Verdict.Release() -> database.change(row, Status.PENDING, null);
        }
        Suspect suspect = database.suspects.get(row.id);
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
            database.claims.removeIf(claim ->
                    live && claim.owner().equals(owner) && claim.claim().number() == number);
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
            Map<Incarnation, Integer> inFlight = inFlightAtEnd();
            for (ClaimRecord claim : List.copyOf(database.claims)) {
                boolean orphan = !database.isLive(claim.owner());
                boolean unknown = claim.owner().equals(owner)
                        && !outstanding.containsKey(claim.claim().number());
                if (claim.relay().equals(relay) && (orphan || unknown)) {
                    fenced += release(claim, orphan ? inFlight.getOrDefault(claim.owner(), 0) : null);
                    more |= keepBusy(claim);
                }
            }
            return new RecoveryResult(fenced, recoverExpired(), more);
        }
    }

    /** How many messages each owner that ended had recorded as in flight. */
    private Map<Incarnation, Integer> inFlightAtEnd() {
        Map<Incarnation, Set<String>> inFlight = new HashMap<>();
        for (ClaimRecord claim : database.claims) {
            if (claim.relay().equals(relay) && !database.isLive(claim.owner())) {
                for (InMemoryOutboxRow row : stillHeld(claim)) {
                    Suspect suspect = database.suspects.get(row.id);
                    if (suspect != null && suspect.inFlight) {
                        // A released message that was claimed again may be in two claims.
                        inFlight.computeIfAbsent(claim.owner(), _ -> new HashSet<>())
                                .add(row.id);
                    }
                }
            }
        }
        return inFlight.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().size()));
    }

    private List<InMemoryOutboxRow> stillHeld(ClaimRecord claim) {
        Set<String> others = settings.claimMode() == ClaimMode.OWN ? claimedByLiveOwners() : Set.of();
        List<InMemoryOutboxRow> held = new ArrayList<>();
        for (String id : claim.ids()) {
            InMemoryOutboxRow row = others.contains(id) ? null : database.row(id);
            if (row != null && holds(row, claim.claim())) {
                held.add(row);
            }
        }
        return held;
    }

    private int release(ClaimRecord claim, @Nullable Integer inFlight) {
        int given = 0;
        for (InMemoryOutboxRow row : stillHeld(claim)) {
            if (!scanner.isLocked(row)) {
                if (inFlight != null) {
                    suspect(row, inFlight);
                }
                database.change(row, Status.PENDING, null);
                given++;
            }
        }
        return given;
    }

    /** Another owner may have claimed what a dead owner had released. */
    private Set<String> claimedByLiveOwners() {
        return database.claims.stream()
                .filter(claim -> database.isLive(claim.owner()))
                .flatMap(claim -> claim.ids().stream())
                .collect(Collectors.toSet());
    }

    /** Locked rows stay in their claim, to be released later. */
    private boolean keepBusy(ClaimRecord claim) {
        database.claims.remove(claim);
        if (settings.claimMode() == ClaimMode.OWN) {
            return false;
        }
        List<String> busy = claim.ids().stream()
                .filter(id -> Optional.ofNullable(database.row(id))
                        .filter(row -> holds(row, claim.claim()))
                        .isPresent())
                .toList();
        if (!busy.isEmpty()) {
            database.claims.add(new ClaimRecord(claim.owner(), claim.claim(), claim.relay(), busy));
        }
        return !busy.isEmpty();
    }

    private void suspect(InMemoryOutboxRow row, int inFlight) {
        Instant now = database.now();
        Suspect suspect = database.suspects.computeIfAbsent(row.id, _ -> new Suspect(now));
        if (suspect.inFlight && (isRecent(suspect) || suspect.suspicion.isSuspect())) {
            Suspicion before = suspect.suspicion;
            suspect.suspicion = before.afterEnd(inFlight);
            row.retryCount += suspect.suspicion.crashes() - before.crashes();
        }
        suspect.inFlight = false;
        suspect.endedAt = now;
    }

    private int recoverExpired() {
        Set<String> claimed = new HashSet<>();
        database.claims.forEach(claim -> claimed.addAll(claim.ids()));
        Instant limit = database.now().minus(settings.processingTimeout());
        int expired = 0;
        for (InMemoryOutboxRow row : database.rows()) {
            boolean stuck = row.status == Status.PROCESSING && !claimed.contains(row.id) && !database.isLocked(row.id);
            if (stuck && (row.processedAt == null || row.processedAt.isBefore(limit))) {
                database.change(row, Status.PENDING, null);
                expired++;
            }
        }
        return expired;
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        synchronized (database) {
            if (!database.isLive(owner)) {
                return false;
            }
            database.suspects.forEach((id, suspect) -> {
                if (ids.contains(id) && isHeld(owner, id)) {
                    suspect.inFlight = true;
                    boolean becomesAlone = alone && isRecent(suspect) && !suspect.suspicion.isSuspect();
                    suspect.suspicion = becomesAlone ? suspect.suspicion.alone() : suspect.suspicion;
                }
            });
            return true;
        }
    }

    private boolean isHeld(Incarnation owner, String id) {
        return owner.equals(lastOwner) && outstanding.values().stream().anyMatch(claimed -> claimed.contains(id));
    }

    @Override
    public void endAlone(Incarnation owner, String id) throws SourceException {
        synchronized (database) {
            Suspect suspect = database.suspects.get(id);
            if (suspect != null
                    && suspect.inFlight
                    && suspect.suspicion.equals(Suspicion.MARKED.alone())
                    && database.isLive(owner)) {
                suspect.suspicion = Suspicion.MARKED;
            }
        }
    }

    private boolean isRecent(Suspect suspect) {
        return suspect.endedAt.plus(Suspicion.WINDOW).isAfter(database.now());
    }

    @Override
    public SweepResult sweep(Incarnation owner) throws SourceException {
        synchronized (database) {
            if (settings.keepCompleted().isZero() || !database.isLive(owner)) {
                return SweepResult.NOTHING;
            }
            Instant limit = database.now().minus(settings.keepCompleted());
            List<InMemoryOutboxRow> old = database.rows().stream()
                    .filter(row -> row.status == Status.COMPLETED
                            && row.processedAt != null
                            && row.processedAt.isBefore(limit))
                    .toList();
            old.forEach(database::delete);
            return new SweepResult(old.size(), false);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
