package dev.signalbox.mongodb;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The messages that one incarnation has in flight, with their claims, and its claims without an answer. */
final class InFlightDocuments {
    private static final int MAX_UNANSWERED = 1_000;

    record InFlightDocument(BsonValue key, ClaimToken token) {}

    record UnansweredClaim(ClaimToken token, List<BsonValue> keys) {}

    private final Incarnation owner;
    private final LongSupplier numbers;
    private final Map<String, InFlightDocument> inFlightById = new HashMap<>();
    private final Map<String, Integer> busyGroups = new HashMap<>();
    private final Map<Long, UnansweredClaim> unanswered = new LinkedHashMap<>();
    private final Set<Long> newUnanswered = new HashSet<>();
    private @Nullable UnansweredClaim current;

    /** @param numbers shared by all incarnations of this process, so that each number is used once */
    InFlightDocuments(Incarnation owner, LongSupplier numbers) {
        this.owner = owner;
        this.numbers = numbers;
    }

    synchronized ClaimToken beginClaim(List<BsonValue> keys) {
        claimFailed();
        UnansweredClaim claim =
                new UnansweredClaim(new ClaimToken(owner.value(), numbers.getAsLong()), List.copyOf(keys));
        current = claim;
        return claim.token();
    }

    synchronized void claimed(ClaimToken token, Map<Message, BsonValue> messages) {
        current = null;
        messages.forEach((message, key) -> {
            InFlightDocument before = inFlightById.put(message.id(), new InFlightDocument(key, token));
            // A message that was released by another node and claimed again counts once.
            if (before == null && message.group() != null) {
                busyGroups.merge(message.group(), 1, Integer::sum);
            }
        });
    }

    /** The claim got no answer, or its release failed: it may still mark messages. */
    synchronized void claimFailed() {
        UnansweredClaim claim = current;
        if (claim == null) {
            return;
        }
        current = null;
        unanswered.put(claim.token().number(), claim);
        newUnanswered.add(claim.token().number());
        if (unanswered.size() > MAX_UNANSWERED) {
            Long oldest = unanswered.keySet().iterator().next();
            unanswered.remove(oldest);
            newUnanswered.remove(oldest);
        }
    }

    synchronized List<UnansweredClaim> newUnansweredClaims() {
        return newUnanswered.stream()
                .map(unanswered::get)
                .filter(Objects::nonNull)
                .toList();
    }

    synchronized void checked(UnansweredClaim claim) {
        newUnanswered.remove(claim.token().number());
    }

    /** Whether this document has the token of an unanswered claim and is not in flight. */
    synchronized boolean isLost(ClaimToken token, BsonValue key) {
        InFlightDocument inFlight = inFlightById.get(MessageIds.text(key));
        boolean isInFlight = inFlight != null && inFlight.token().equals(token);
        return unanswered.containsKey(token.number()) && token.owner().equals(owner.value()) && !isInFlight;
    }

    synchronized @Nullable InFlightDocument of(Message message) {
        InFlightDocument inFlight = inFlightById.get(message.id());
        return inFlight != null && inFlight.token().number() == message.claim().number() ? inFlight : null;
    }

    /** Those of these messages that are in flight. */
    synchronized List<InFlightDocument> of(List<String> ids) {
        return ids.stream().map(inFlightById::get).filter(Objects::nonNull).toList();
    }

    synchronized boolean isInFlight(String id) {
        return inFlightById.containsKey(id);
    }

    synchronized Set<String> busyGroups() {
        return Set.copyOf(busyGroups.keySet());
    }

    synchronized void settled(List<Message> messages) {
        for (Message message : messages) {
            // A late answer must not end a newer claim.
            if (of(message) == null) {
                continue;
            }
            inFlightById.remove(message.id());
            if (message.group() != null) {
                busyGroups.computeIfPresent(message.group(), (group, left) -> left == 1 ? null : left - 1);
            }
        }
    }
}
