package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import dev.signalbox.testkit.memory.InMemoryOutboxRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The source as a node sees it, with a {@link PlantedFault} in it. */
final class FaultyOutbox {
    private final PlantedFault plantedFault;
    private final InMemoryDatabase database;
    private final InMemoryOutbox outbox;
    /** The newest row handed out of each group, for the fault that trusts it as a watermark. */
    private final Map<String, Instant> watermarks;

    FaultyOutbox(
            PlantedFault plantedFault,
            InMemoryDatabase database,
            InMemoryOutbox outbox,
            Map<String, Instant> watermarks) {
        this.plantedFault = plantedFault;
        this.database = database;
        this.outbox = outbox;
        this.watermarks = watermarks;
    }

    ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        return switch (plantedFault) {
            case UNBOUNDED_BUFFER ->
                outbox.claim(
                        owner,
                        new ClaimRequest(
                                request.shards(),
                                request.messages() * 3,
                                request.bytes(),
                                request.perGroup() * 3,
                                request.heldGroups(),
                                request.heldMessages(),
                                request.due(),
                                request.outlets()));
            case DEAD_OUTLETS_READ -> outbox.claim(owner, ofAllOutlets(request));
            case SKIPPED_LATE_ROW -> skipLate(owner, outbox.claim(owner, request));
            case OVERTAKING_RETRY -> reorder(outbox.claim(owner, request));
            default -> outbox.claim(owner, request);
        };
    }

    /** The same, however much room the outlets have. */
    private static ClaimRequest ofAllOutlets(ClaimRequest request) {
        Map<Long, OutletRoom> waiting = new HashMap<>();
        request.outlets()
                .rooms()
                .forEach((outlet, room) -> waiting.put(
                        outlet, new OutletRoom(Integer.MAX_VALUE, room.heldGroups(), room.heldMessages(), room.due())));
        return new ClaimRequest(
                request.shards(),
                request.messages(),
                request.bytes(),
                request.perGroup(),
                request.heldGroups(),
                request.heldMessages(),
                request.due(),
                new OutletDemand(Set.of(), request.outlets().closedPools(), waiting, Integer.MAX_VALUE - 1));
    }

    /** Never reads below the newest row seen: late rows are never delivered. */
    private ClaimResult skipLate(Incarnation owner, ClaimResult claimResult) throws SourceException {
        List<Message> seen = new ArrayList<>();
        List<Settlement> late = new ArrayList<>();
        for (Message message : claimResult.messages()) {
            Instant newest = watermarks.getOrDefault("", Instant.EPOCH);
            if (message.attempts() == 0 && message.createdAt().isBefore(newest.minusSeconds(1))) {
                late.add(new Settlement(message, Verdict.RELEASE));
            } else {
                seen.add(message);
                watermarks.merge("", message.createdAt(), (a, b) -> a.isAfter(b) ? a : b);
            }
        }
        outbox.settle(owner, late);
        return new ClaimResult(seen, claimResult.more());
    }

    /** Moves a retried row to the end of its group. */
    private ClaimResult reorder(ClaimResult claimResult) {
        List<Message> retried = new ArrayList<>();
        List<Message> others = new ArrayList<>();
        for (Message message : claimResult.messages()) {
            (message.attempts() > 0 ? retried : others).add(message);
        }
        others.addAll(retried);
        return new ClaimResult(others, claimResult.more());
    }

    SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        return switch (plantedFault) {
            case UNFENCED_SETTLEMENT -> settleUnfenced(owner, settlements);
            case LOST_RELEASE -> loseReleases(owner, settlements);
            default -> outbox.settle(owner, settlements);
        };
    }

    private SettleResult settleUnfenced(Incarnation owner, List<Settlement> settlements) throws SourceException {
        if (database.isLive(owner)) {
            return outbox.settle(owner, settlements);
        }
        Set<String> recorded = new HashSet<>();
        for (Settlement settlement : settlements) {
            InMemoryOutboxRow row = database.row(settlement.message().id());
            if (row != null && row.status() != InMemoryOutboxRow.Status.COMPLETED) {
                database.change(row, InMemoryOutboxRow.Status.COMPLETED, row.processedAt());
                recorded.add(row.id);
            }
        }
        return SettleResult.all(recorded);
    }

    private SettleResult loseReleases(Incarnation owner, List<Settlement> settlements) throws SourceException {
        List<Settlement> kept = new ArrayList<>(settlements);
        Set<String> pretended = new HashSet<>();
        kept.removeIf(settlement -> settlement.verdict() instanceof Verdict.Release
                && pretended.add(settlement.message().id()));
        pretended.addAll(outbox.settle(owner, kept).recorded());
        return SettleResult.all(pretended);
    }
}
