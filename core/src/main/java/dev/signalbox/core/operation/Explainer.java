package dev.signalbox.core.operation;

import dev.signalbox.core.delivery.Whereabouts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what the database and this node know about a message into the reasons why it is not delivered yet, what
 * an operator would deal with first coming first.
 *
 * @param here what this node's dispatcher says, null if it did not answer
 * @param now the time to which the dispatcher's distances are added
 */
public record Explainer(MessageDetails message, @Nullable Whereabouts here, RelayStanding standing, Instant now) {

    public List<Reason> reasons() {
        MessageSummary summary = message.summary();
        return switch (summary.state()) {
            case COMPLETED -> List.of(new Reason.Delivered(summary.changedAt()));
            case FAILED -> List.of(new Reason.DeadLetter(summary.changedAt(), summary.lastError()));
            case PROCESSING -> held();
            case PENDING -> waiting();
        };
    }

    private List<Reason> held() {
        List<Reason> reasons = inMemory();
        MessageDetails.Hold claim = message.claim();
        if (reasons.isEmpty() && claim != null && claim.incarnation() != null) {
            reasons.add(new Reason.ClaimedByNode(claim.node(), claim.incarnation(), claim.since()));
        } else if (reasons.isEmpty()) {
            reasons.add(
                    claim == null
                            ? new Reason.ClaimedByStranger(null, null)
                            : new Reason.ClaimedByStranger(claim.since(), claim.until()));
        }
        return reasons;
    }

    /** What this node does with it right now; empty if it does not have it. */
    private List<Reason> inMemory() {
        List<Reason> reasons = new ArrayList<>();
        if (here == null) {
            return reasons;
        }
        switch (here.place()) {
            case IN_FLIGHT -> reasons.add(new Reason.InFlight(before(here.sentFor())));
            case RECORDING -> reasons.add(new Reason.Recording());
            case QUEUED -> {
                addOutage(reasons);
                reasons.add(new Reason.Queued());
            }
            case ABSENT -> {}
        }
        return reasons;
    }

    private List<Reason> waiting() {
        List<Reason> reasons = inMemory();
        if (!reasons.isEmpty()) {
            return reasons;
        }
        addPause(reasons);
        MessageDetails.Ahead deadLetter = message.deadLetter();
        if (deadLetter != null) {
            reasons.add(new Reason.GroupHeld(deadLetter.id(), deadLetter.reason()));
        }
        addOwner(reasons);
        if (here != null && here.standing().owned()) {
            addOutage(reasons);
            addBackoff(reasons);
        }
        MessageDetails.Ahead ahead = message.ahead();
        if (ahead != null) {
            reasons.add(new Reason.Predecessor(ahead.id(), ahead.state()));
        }
        if (reasons.isEmpty()) {
            reasons.add(new Reason.NextInLine());
        }
        return reasons;
    }

    private void addPause(List<Reason> reasons) {
        RelayStanding.Pause pause = standing.pause();
        if (pause != null) {
            reasons.add(new Reason.Paused(pause.since(), pause.by(), pause.reason()));
        } else if (here != null && here.standing().paused()) {
            reasons.add(new Reason.Paused(null, null, null));
        }
    }

    private void addOwner(List<Reason> reasons) {
        if (here != null && here.standing().owned()) {
            return;
        }
        Optional<RelayStanding.Owner> owner = standing.ownerOf(message.shard());
        if (owner.isPresent()) {
            reasons.add(new Reason.OwnedByNode(owner.get().node(), message.shard()));
        } else if (standing.known()) {
            reasons.add(new Reason.NoOwner(message.shard()));
        } else {
            reasons.add(new Reason.OwnedByNode(null, message.shard()));
        }
    }

    private void addOutage(List<Reason> reasons) {
        Whereabouts.Outage outage = here == null ? null : here.outage();
        if (outage != null) {
            reasons.add(new Reason.DestinationUnavailable(
                    outage.reason(), before(outage.since()), now.plus(outage.nextProbe())));
        }
    }

    private void addBackoff(List<Reason> reasons) {
        Duration wait = here == null ? null : here.waitsFor();
        if (wait != null) {
            MessageSummary summary = message.summary();
            reasons.add(new Reason.Backoff(now.plus(wait), summary.attempts(), summary.lastError()));
        }
    }

    private Instant before(@Nullable Duration time) {
        return time == null ? now : now.minus(time);
    }
}
