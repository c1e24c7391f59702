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
record Taken(boolean owned, List<Message> messages, Set<String> moreOf, boolean cut) {
    static final Taken NOTHING = new Taken(true, List.of(), Set.of(), false);
    static final Taken FENCED = new Taken(false, List.of(), Set.of(), false);

    boolean hasLoose() {
        return messages.stream().anyMatch(message -> message.group() == null);
    }
}
