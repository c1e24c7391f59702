package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Optional;

/**
 * What an operator may ask of one relay's messages. No method reads all of them: each has a limit on what it looks at, and
 * says so in its answer where that matters. Called from several threads at once.
 */
public interface OutboxAdmin {
    /** How much waits: exact as long as that is little, an estimate otherwise. */
    Backlog backlog() throws SourceException;

    /**
     * Messages of one state, in the order of their groups.
     *
     * @throws IllegalArgumentException if {@link MessageQuery#after} is not what an earlier page ended with
     */
    MessagePage page(MessageQuery query) throws SourceException;

    Optional<MessageDetails> find(String id) throws SourceException;

    /**
     * Has failed messages delivered again, with all their attempts.
     *
     * @return the ids of those that were failed and are not any more
     */
    List<String> retry(List<String> ids) throws SourceException;

    /**
     * Deletes failed messages, for ever.
     *
     * @return the ids of those that were failed and are gone
     * @throws RefusedException if this is not allowed
     */
    List<String> discard(List<String> ids) throws SourceException, RefusedException;
}
