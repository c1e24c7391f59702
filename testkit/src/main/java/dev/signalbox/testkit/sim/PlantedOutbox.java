package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import dev.signalbox.testkit.memory.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The source as a node sees it, with the fault of a {@link Plant} in it. */
final class PlantedOutbox {
    private final Plant plant;
    private final InMemoryDatabase database;
    private final InMemoryOutbox outbox;
    /** The newest row handed out of each group, for the fault that trusts it as a watermark. */
    private final Map<String, Instant> watermarks;

    PlantedOutbox(Plant plant, InMemoryDatabase database, InMemoryOutbox outbox, Map<String, Instant> watermarks) {
        this.plant = plant;
        this.database = database;
        this.outbox = outbox;
        this.watermarks = watermarks;
    }

    Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        return switch (plant) {
            case UNBOUNDED_BUFFER ->
                outbox.claim(
                        owner,
                        new ClaimRequest(
                                request.shards(),
                                request.messages() * 3,
                                request.bytes(),
                                request.perGroup() * 3,
                                request.heldGroups(),
                                request.heldMessages()));
            case SKIPPED_LATE_ROW -> skipLate(owner, outbox.claim(owner, request));
            case OVERTAKING_RETRY -> reorder(outbox.claim(owner, request));
            case NONE, UNFENCED_SETTLEMENT, TWO_OWNERS, LOST_RELEASE, HASTY_RELEASE, FOREIGN_SHARDS ->
                outbox.claim(owner, request);
        };
    }

    /** Behaves as a reader that never looks below the newest row it has seen: late ones are left where they are. */
    private Claimed skipLate(Incarnation owner, Claimed claimed) throws SourceException {
        List<Message> seen = new ArrayList<>();
        List<Settlement> late = new ArrayList<>();
        for (Message message : claimed.messages()) {
            Instant newest = watermarks.getOrDefault("", Instant.EPOCH);
            if (message.attempts() == 0 && message.createdAt().isBefore(newest.minusSeconds(1))) {
                late.add(new Settlement(message, Verdict.RELEASE));
            } else {
                seen.add(message);
                watermarks.merge("", message.createdAt(), (a, b) -> a.isAfter(b) ? a : b);
            }
        }
        outbox.settle(owner, late);
        return new Claimed(seen, claimed.more());
    }

    /** Behaves as a table in which a retried row stands at the end of its group. */
    private Claimed reorder(Claimed claimed) {
        List<Message> retried = new ArrayList<>();
        List<Message> others = new ArrayList<>();
        for (Message message : claimed.messages()) {
            (message.attempts() > 0 ? retried : others).add(message);
        }
        others.addAll(retried);
        return new Claimed(others, claimed.more());
    }

    Settled settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        return switch (plant) {
            case UNFENCED_SETTLEMENT -> settleUnfenced(owner, settlements);
            case LOST_RELEASE -> loseReleases(owner, settlements);
            case NONE,
                    OVERTAKING_RETRY,
                    TWO_OWNERS,
                    SKIPPED_LATE_ROW,
                    UNBOUNDED_BUFFER,
                    HASTY_RELEASE,
                    FOREIGN_SHARDS -> outbox.settle(owner, settlements);
        };
    }

    private Settled settleUnfenced(Incarnation owner, List<Settlement> settlements) throws SourceException {
        if (database.isLive(owner)) {
            return outbox.settle(owner, settlements);
        }
        Set<String> recorded = new HashSet<>();
        for (Settlement settlement : settlements) {
            Row row = database.row(settlement.message().id());
            if (row != null && row.status() != Row.Status.COMPLETED) {
                database.change(row, Row.Status.COMPLETED, row.processedAt());
                recorded.add(row.id());
            }
        }
        return Settled.all(recorded);
    }

    private Settled loseReleases(Incarnation owner, List<Settlement> settlements) throws SourceException {
        List<Settlement> kept = new ArrayList<>(settlements);
        Set<String> pretended = new HashSet<>();
        kept.removeIf(settlement -> settlement.verdict() instanceof Verdict.Release
                && pretended.add(settlement.message().id()));
        pretended.addAll(outbox.settle(owner, kept).recorded());
        return Settled.all(pretended);
    }
}
