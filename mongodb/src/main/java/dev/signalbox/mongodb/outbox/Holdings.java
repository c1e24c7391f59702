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
final class Holdings {
    private static final int MOST_DOUBTFUL = 1_000;

    /** A message in our hands. */
    record Held(BsonValue key, ClaimToken token) {}

    /** A claim of which it is not known what it took. */
    record Doubt(ClaimToken token, List<BsonValue> keys) {}

    private final Incarnation owner;
    private final LongSupplier numbers;
    private final Map<String, Held> heldById = new HashMap<>();
    private final Map<String, Integer> busyGroups = new HashMap<>();
    private final Map<Long, Doubt> doubtful = new LinkedHashMap<>();
    private final Set<Long> freshDoubt = new HashSet<>();
    private @Nullable Doubt underWay;

    /** @param numbers shared by all incarnations of this process, so that no number comes twice */
    Holdings(Incarnation owner, LongSupplier numbers) {
        this.owner = owner;
        this.numbers = numbers;
    }

    /** The token of the claim that begins now, on these documents. */
    synchronized ClaimToken beginClaim(List<BsonValue> keys) {
        claimFailed();
        Doubt begun = new Doubt(ClaimToken.of(owner, numbers.getAsLong()), List.copyOf(keys));
        underWay = begun;
        return begun.token();
    }

    synchronized void claimed(ClaimToken token, Map<Message, BsonValue> messages) {
        underWay = null;
        messages.forEach((message, key) -> {
            Held before = heldById.put(message.id(), new Held(key, token));
            // One that somebody else has freed and we took again is in our hands only once.
            if (before == null && message.group() != null) {
                busyGroups.merge(message.group(), 1, Integer::sum);
            }
        });
    }

    /** What the claim took was not given back for certain, or no answer came: it may yet take something. */
    synchronized void claimFailed() {
        Doubt failed = underWay;
        if (failed != null) {
            doubt(failed);
            underWay = null;
        }
    }

    synchronized void doubt(Doubt claim) {
        doubtful.put(claim.token().number(), claim);
        freshDoubt.add(claim.token().number());
        if (doubtful.size() > MOST_DOUBTFUL) {
            Long oldest = doubtful.keySet().iterator().next();
            doubtful.remove(oldest);
            freshDoubt.remove(oldest);
        }
    }

    /** Doubtful claims that nobody has looked into yet. */
    synchronized List<Doubt> freshDoubts() {
        List<Doubt> fresh = new ArrayList<>();
        freshDoubt.forEach(number -> {
            Doubt doubt = doubtful.get(number);
            if (doubt != null) {
                fresh.add(doubt);
            }
        });
        return fresh;
    }

    synchronized void lookedInto(Doubt doubt) {
        freshDoubt.remove(doubt.token().number());
    }

    /** Whether this document carries a token of ours by which nobody holds it. */
    synchronized boolean isLost(ClaimToken token, BsonValue key) {
        Held held = heldById.get(MessageIds.text(key));
        boolean inHand = held != null && held.token().equals(token);
        return doubtful.containsKey(token.number()) && token.owner().equals(owner.value()) && !inHand;
    }

    synchronized @Nullable Held of(Message message) {
        Held held = heldById.get(message.id());
        return held != null && held.token().number() == message.claim().number() ? held : null;
    }

    synchronized boolean holds(String id) {
        return heldById.containsKey(id);
    }

    synchronized Set<String> busyGroups() {
        return Set.copyOf(busyGroups.keySet());
    }

    synchronized void settled(List<Message> messages) {
        for (Message message : messages) {
            // A late answer must not end what has been claimed again meanwhile
            Held held = heldById.get(message.id());
            if (held == null || held.token().number() != message.claim().number()) {
                continue;
            }
            heldById.remove(message.id());
            if (message.group() != null) {
                busyGroups.computeIfPresent(message.group(), (group, left) -> left == 1 ? null : left - 1);
            }
        }
    }
}
