package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.jdbc.OpenClaims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The rows that one incarnation has in flight, their claims, and claims whose response was lost. */
final class InFlightRows {
    private static final int MOST_DOUBTFUL = 1_000;

    private final LongSupplier numbers;
    private final Map<String, Long> claimOf = new HashMap<>();
    private final OpenClaims claims = new OpenClaims();
    private final Map<String, Integer> busyGroups = new HashMap<>();
    private final Set<Long> unanswered = new LinkedHashSet<>();
    private @Nullable Long underWay;
    private boolean newUnanswered;

    /** @param numbers shared by all incarnations of this process, so that numbers are unique */
    InFlightRows(LongSupplier numbers) {
        this.numbers = numbers;
    }

    /** Starts a claim and returns its number. */
    synchronized long beginClaim() {
        claimFailed();
        long number = numbers.getAsLong();
        underWay = number;
        return number;
    }

    synchronized void claimed(long number, List<Message> messages) {
        underWay = null;
        if (!messages.isEmpty()) {
            claims.open(number, messages.size());
            for (Message message : messages) {
                Long before = claimOf.put(message.id(), number);
                if (before != null) {
                    // The database has lost the first claim, so it is never settled.
                    claims.drop(before);
                } else if (message.group() != null) {
                    busyGroups.merge(message.group(), 1, Integer::sum);
                }
            }
        }
    }

    /** Remembers a claim without a response: it may have been committed, or may still be. */
    synchronized void claimFailed() {
        if (underWay != null) {
            addUnanswered(List.of(underWay));
            newUnanswered = true;
            underWay = null;
        }
    }

    /** Remembers claims whose records may exist although their messages are never settled. */
    synchronized void addUnanswered(List<Long> claims) {
        unanswered.addAll(claims);
        while (unanswered.size() > MOST_DOUBTFUL) {
            unanswered.remove(unanswered.iterator().next());
        }
    }

    synchronized Long[] unanswered() {
        return unanswered.toArray(Long[]::new);
    }

    synchronized boolean hasNewUnanswered() {
        return newUnanswered;
    }

    synchronized void unansweredChecked() {
        newUnanswered = false;
    }

    /** The settlements whose claim is still in flight. */
    synchronized List<Settlement> inFlight(List<Settlement> settlements) {
        List<Settlement> ours = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) {
            Message message = settlement.message();
            Long number = claimOf.get(message.id());
            if (number != null && number == message.claim().number()) {
                ours.add(settlement);
            }
        }
        return ours;
    }

    synchronized boolean isInFlight(String id) {
        return claimOf.containsKey(id);
    }

    synchronized boolean isBusy(String group) {
        return busyGroups.containsKey(group);
    }

    synchronized String[] ids() {
        return claimOf.keySet().toArray(String[]::new);
    }

    OpenClaims claims() {
        return claims;
    }

    synchronized void settled(List<Message> messages) {
        List<Message> over = new ArrayList<>(messages.size());
        for (Message message : messages) {
            // A late response must not end a newer claim of the same message
            if (claimOf.remove(message.id(), message.claim().number())) {
                over.add(message);
                if (message.group() != null) {
                    busyGroups.computeIfPresent(message.group(), (group, left) -> left == 1 ? null : left - 1);
                }
            }
        }
        claims.settled(over);
    }
}
