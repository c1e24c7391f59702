package dev.signalbox.core.admin;

import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.delivery.MessageLocation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Combines what the database and this node know about a message into the reasons why it is not delivered yet, the one
 * that an operator should deal with first coming first.
 *
 * @param here what this node's dispatcher knows, null if it did not answer
 */
public record MessageExplainer(
        MessageDetails message, @Nullable MessageLocation here, RelayStatus relay, Instant now) {

    public List<DeliveryExplanation> reasons() {
        MessageSummary summary = message.summary();
        return switch (summary.state()) {
            case COMPLETED -> List.of(new DeliveryExplanation.Delivered(summary.changedAt()));
            case FAILED -> List.of(new DeliveryExplanation.DeadLetter(summary.changedAt(), summary.lastError()));
            case PROCESSING -> claimed();
            case PENDING -> waiting();
        };
    }

    private List<DeliveryExplanation> claimed() {
        List<DeliveryExplanation> reasons = inMemory();
        MessageDetails.ClaimHolder claim = message.claim();
        if (reasons.isEmpty() && claim != null && claim.incarnation() != null) {
            reasons.add(new DeliveryExplanation.ClaimedByNode(claim.node(), claim.incarnation(), claim.since()));
        } else if (reasons.isEmpty()) {
            reasons.add(
                    claim == null
                            ? new DeliveryExplanation.ClaimedByStranger(null, null)
                            : new DeliveryExplanation.ClaimedByStranger(claim.since(), claim.until()));
        }
        return reasons;
    }

    /** What this node does with the message right now; empty if it does not have it. */
    private List<DeliveryExplanation> inMemory() {
        List<DeliveryExplanation> reasons = new ArrayList<>();
        if (here == null) {
            return reasons;
        }
        switch (here.stage()) {
            case IN_FLIGHT -> reasons.add(new DeliveryExplanation.InFlight(before(here.sentFor())));
            case RECORDING -> reasons.add(new DeliveryExplanation.Recording());
            case QUEUED -> {
                addOutage(reasons);
                reasons.add(new DeliveryExplanation.Queued());
            }
            case ABSENT -> {}
        }
        return reasons;
    }

    private List<DeliveryExplanation> waiting() {
        List<DeliveryExplanation> reasons = inMemory();
        if (!reasons.isEmpty()) {
            return reasons;
        }
        addPause(reasons);
        MessageDetails.GroupMessage deadLetter = message.deadLetter();
        if (deadLetter != null) {
            reasons.add(new DeliveryExplanation.GroupHeld(deadLetter.id(), deadLetter.reason()));
        }
        addOwner(reasons);
        if (here != null && here.dispatcher().owned()) {
            addOutage(reasons);
            addBackoff(reasons);
        }
        MessageDetails.GroupMessage groupMessage = message.ahead();
        if (groupMessage != null) {
            reasons.add(new DeliveryExplanation.Predecessor(groupMessage.id(), groupMessage.state()));
        }
        if (reasons.isEmpty()) {
            reasons.add(new DeliveryExplanation.NextInLine());
        }
        return reasons;
    }

    private void addPause(List<DeliveryExplanation> reasons) {
        RelayStatus.Pause pause = relay.pause();
        if (pause != null) {
            reasons.add(new DeliveryExplanation.Paused(pause.since(), pause.by(), pause.reason()));
        } else if (here != null && here.dispatcher().paused()) {
            reasons.add(new DeliveryExplanation.Paused(null, null, null));
        }
    }

    private void addOwner(List<DeliveryExplanation> reasons) {
        if (here != null && here.dispatcher().owned()) {
            return;
        }
        Optional<RelayStatus.Owner> owner = relay.ownerOf(message.shard());
        if (owner.isPresent()) {
            reasons.add(new DeliveryExplanation.OwnedByNode(owner.get().node(), message.shard()));
        } else if (relay.known()) {
            reasons.add(new DeliveryExplanation.NoOwner(message.shard()));
        } else {
            reasons.add(new DeliveryExplanation.OwnedByNode(null, message.shard()));
        }
    }

    private void addOutage(List<DeliveryExplanation> reasons) {
        MessageLocation.Outage outage = here == null ? null : here.outage();
        if (outage != null) {
            reasons.add(new DeliveryExplanation.DestinationUnavailable(
                    outage.reason(), before(outage.since()), now.plus(outage.nextProbe())));
        }
    }

    private void addBackoff(List<DeliveryExplanation> reasons) {
        Duration wait = here == null ? null : here.waitsFor();
        if (wait != null) {
            MessageSummary summary = message.summary();
            reasons.add(new DeliveryExplanation.Backoff(now.plus(wait), summary.attempts(), summary.lastError()));
        }
    }

    private Instant before(@Nullable Duration time) {
        return time == null ? now : now.minus(time);
    }
}
