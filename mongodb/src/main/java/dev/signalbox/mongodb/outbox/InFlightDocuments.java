package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What one incarnation holds of the collection: messages and their claims, and claims whose answer was lost. */
final class InFlightDocuments {
    private static final int MAX_UNANSWERED = 1_000;

    /** A message in our hands. */
    record InFlightDocument(BsonValue key, ClaimToken token) {}

    /** A claim of which it is not known what it took. */
    record UnansweredClaim(ClaimToken token, List<BsonValue> keys) {}

    private final Incarnation owner;
    private final LongSupplier numbers;
    private final Map<String, InFlightDocument> inFlightById = new HashMap<>();
    private final Map<String, Integer> busyGroups = new HashMap<>();
    private final Map<Long, UnansweredClaim> unanswered = new LinkedHashMap<>();
    private final Set<Long> newUnanswered = new HashSet<>();
    private @Nullable UnansweredClaim current;

    /** @param numbers shared by all incarnations of this process, so that no number comes twice */
    InFlightDocuments(Incarnation owner, LongSupplier numbers) {
        this.owner = owner;
        this.numbers = numbers;
    }

    /** The token of the claim that begins now, on these documents. */
    synchronized ClaimToken beginClaim(List<BsonValue> keys) {
        claimFailed();
        UnansweredClaim begun = new UnansweredClaim(ClaimToken.of(owner, numbers.getAsLong()), List.copyOf(keys));
        current = begun;
        return begun.token();
    }

    synchronized void claimed(ClaimToken token, Map<Message, BsonValue> messages) {
        current = null;
        messages.forEach((message, key) -> {
            InFlightDocument before = inFlightById.put(message.id(), new InFlightDocument(key, token));
            // One that somebody else has freed and we took again is in our hands only once.
            if (before == null && message.group() != null) {
                busyGroups.merge(message.group(), 1, Integer::sum);
            }
        });
    }

    /** What the claim took was not given back for certain, or no answer came: it may yet take something. */
    synchronized void claimFailed() {
        UnansweredClaim failed = current;
        if (failed != null) {
            addUnanswered(failed);
            current = null;
        }
    }

    synchronized void addUnanswered(UnansweredClaim claim) {
        unanswered.put(claim.token().number(), claim);
        newUnanswered.add(claim.token().number());
        if (unanswered.size() > MAX_UNANSWERED) {
            Long oldest = unanswered.keySet().iterator().next();
            unanswered.remove(oldest);
            newUnanswered.remove(oldest);
        }
    }

    /** Doubtful claims that nobody has looked into yet. */
    synchronized List<UnansweredClaim> newUnansweredClaims() {
        List<UnansweredClaim> fresh = new ArrayList<>();
        newUnanswered.forEach(number -> {
            UnansweredClaim unansweredClaim = unanswered.get(number);
            if (unansweredClaim != null) {
                fresh.add(unansweredClaim);
            }
        });
        return fresh;
    }

    synchronized void checked(UnansweredClaim unansweredClaim) {
        newUnanswered.remove(unansweredClaim.token().number());
    }

    /** Whether this document carries a token of ours by which nobody holds it. */
    synchronized boolean isLost(ClaimToken token, BsonValue key) {
        InFlightDocument inFlightDocument = inFlightById.get(MessageIds.text(key));
        boolean inHand = inFlightDocument != null && inFlightDocument.token().equals(token);
        return unanswered.containsKey(token.number()) && token.owner().equals(owner.value()) && !inHand;
    }

    synchronized @Nullable InFlightDocument of(Message message) {
        InFlightDocument inFlightDocument = inFlightById.get(message.id());
        return inFlightDocument != null
                        && inFlightDocument.token().number() == message.claim().number()
                ? inFlightDocument
                : null;
    }

    synchronized boolean isInFlight(String id) {
        return inFlightById.containsKey(id);
    }

    synchronized Set<String> busyGroups() {
        return Set.copyOf(busyGroups.keySet());
    }

    synchronized void settled(List<Message> messages) {
        for (Message message : messages) {
            // A late answer must not end what has been claimed again meanwhile
            InFlightDocument inFlightDocument = inFlightById.get(message.id());
            if (inFlightDocument == null
                    || inFlightDocument.token().number() != message.claim().number()) {
                continue;
            }
            inFlightById.remove(message.id());
            if (message.group() != null) {
                busyGroups.computeIfPresent(message.group(), (group, left) -> left == 1 ? null : left - 1);
            }
        }
    }
}
