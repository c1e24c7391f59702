package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * What came of taking messages.
 *
 * @param owned false if the owner has lost its lease, and nothing was taken
 * @param cut whether something was given back because it was too large
 */
record MongoClaimResult(boolean owned, List<Message> messages, Set<String> moreOf, boolean cut) {
    static final MongoClaimResult NOTHING = new MongoClaimResult(true, List.of(), Set.of(), false);
    static final MongoClaimResult FENCED = new MongoClaimResult(false, List.of(), Set.of(), false);

    boolean hasUngrouped() {
        return messages.stream().anyMatch(message -> message.group() == null);
    }
}
