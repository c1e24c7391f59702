package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * The result of marking and reading claimed messages.
 *
 * @param owned false if the owner has lost its lease, and nothing was claimed
 * @param cut whether messages were released because they did not fit
 */
record MongoClaimResult(boolean owned, List<Message> messages, Set<String> moreOf, boolean cut) {
    static final MongoClaimResult NOTHING = new MongoClaimResult(true, List.of(), Set.of(), false);
    static final MongoClaimResult FENCED = new MongoClaimResult(false, List.of(), Set.of(), false);

    boolean hasUngrouped() {
        return messages.stream().anyMatch(message -> message.group() == null);
    }
}
