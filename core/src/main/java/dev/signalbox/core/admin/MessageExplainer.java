package dev.signalbox.core.admin;

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
 * @param now the time to which the dispatcher's relative times are added
 */
public record MessageExplainer(
        MessageDetails message, @Nullable MessageLocation here, RelayStatus relay, Instant now) {

    public List<DeliveryExplanation> reasons() {
        MessageSummary summary = message.summary();
        return switch (summary.state()) {
            case COMPLETED -> List.of(new DeliveryExplanation.Delivered(summary.changedAt()));
            case FAILED -> List.of(new DeliveryExplanation.DeadLetter(summary.changedAt(), summary.lastError()));
            case PROCESSING -> held();
            case PENDING -> waiting();
        };
    }

    private List<DeliveryExplanation> held() {
        List<DeliveryExplanation> deliveryExplanations = inMemory();
        MessageDetails.ClaimHolder claim = message.claim();
        if (deliveryExplanations.isEmpty() && claim != null && claim.incarnation() != null) {
            deliveryExplanations.add(
                    new DeliveryExplanation.ClaimedByNode(claim.node(), claim.incarnation(), claim.since()));
        } else if (deliveryExplanations.isEmpty()) {
            deliveryExplanations.add(
                    claim == null
                            ? new DeliveryExplanation.ClaimedByStranger(null, null)
                            : new DeliveryExplanation.ClaimedByStranger(claim.since(), claim.until()));
        }
        return deliveryExplanations;
    }

    /** What this node does with the message right now; empty if it does not have it. */
    private List<DeliveryExplanation> inMemory() {
        List<DeliveryExplanation> deliveryExplanations = new ArrayList<>();
        if (here == null) {
            return deliveryExplanations;
        }
        switch (here.stage()) {
            case IN_FLIGHT -> deliveryExplanations.add(new DeliveryExplanation.InFlight(before(here.sentFor())));
            case RECORDING -> deliveryExplanations.add(new DeliveryExplanation.Recording());
            case QUEUED -> {
                addOutage(deliveryExplanations);
                deliveryExplanations.add(new DeliveryExplanation.Queued());
            }
            case ABSENT -> {}
        }
        return deliveryExplanations;
    }

    private List<DeliveryExplanation> waiting() {
        List<DeliveryExplanation> deliveryExplanations = inMemory();
        if (!deliveryExplanations.isEmpty()) {
            return deliveryExplanations;
        }
        addPause(deliveryExplanations);
        MessageDetails.GroupMessage deadLetter = message.deadLetter();
        if (deadLetter != null) {
            deliveryExplanations.add(new DeliveryExplanation.GroupHeld(deadLetter.id(), deadLetter.reason()));
        }
        addOwner(deliveryExplanations);
        if (here != null && here.dispatcher().owned()) {
            addOutage(deliveryExplanations);
            addBackoff(deliveryExplanations);
        }
        MessageDetails.GroupMessage groupMessage = message.ahead();
        if (groupMessage != null) {
            deliveryExplanations.add(new DeliveryExplanation.Predecessor(groupMessage.id(), groupMessage.state()));
        }
        if (deliveryExplanations.isEmpty()) {
            deliveryExplanations.add(new DeliveryExplanation.NextInLine());
        }
        return deliveryExplanations;
    }

    private void addPause(List<DeliveryExplanation> deliveryExplanations) {
        RelayStatus.Pause pause = relay.pause();
        if (pause != null) {
            deliveryExplanations.add(new DeliveryExplanation.Paused(pause.since(), pause.by(), pause.reason()));
        } else if (here != null && here.dispatcher().paused()) {
            deliveryExplanations.add(new DeliveryExplanation.Paused(null, null, null));
        }
    }

    private void addOwner(List<DeliveryExplanation> deliveryExplanations) {
        if (here != null && here.dispatcher().owned()) {
            return;
        }
        Optional<RelayStatus.Owner> owner = relay.ownerOf(message.shard());
        if (owner.isPresent()) {
            deliveryExplanations.add(
                    new DeliveryExplanation.OwnedByNode(owner.get().node(), message.shard()));
        } else if (relay.known()) {
            deliveryExplanations.add(new DeliveryExplanation.NoOwner(message.shard()));
        } else {
            deliveryExplanations.add(new DeliveryExplanation.OwnedByNode(null, message.shard()));
        }
    }

    private void addOutage(List<DeliveryExplanation> deliveryExplanations) {
        MessageLocation.Outage outage = here == null ? null : here.outage();
        if (outage != null) {
            deliveryExplanations.add(new DeliveryExplanation.DestinationUnavailable(
                    outage.reason(), before(outage.since()), now.plus(outage.nextProbe())));
        }
    }

    private void addBackoff(List<DeliveryExplanation> deliveryExplanations) {
        Duration wait = here == null ? null : here.waitsFor();
        if (wait != null) {
            MessageSummary summary = message.summary();
            deliveryExplanations.add(
                    new DeliveryExplanation.Backoff(now.plus(wait), summary.attempts(), summary.lastError()));
        }
    }

    private Instant before(@Nullable Duration time) {
        return time == null ? now : now.minus(time);
    }
}
