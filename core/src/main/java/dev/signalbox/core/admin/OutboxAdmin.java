package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Optional;

/**
 * What an operator can do with one relay's messages. No method reads all of them: each limits the rows that it reads,
 * and says so in its answer where that matters. Thread-safe.
 */
public interface OutboxAdmin {
    /** The backlog: exact while it is small, an estimate otherwise. */
    Backlog backlog() throws SourceException;

    /**
     * Messages of one state, in the order of their groups.
     *
     * @throws IllegalArgumentException if {@link MessageQuery#after} does not come from an earlier page
     */
    MessagePage page(MessageQuery query) throws SourceException;

    Optional<MessageDetails> find(String id) throws SourceException;

    /** Makes failed messages wait again, with all their attempts ahead of them, and returns their ids. */
    List<String> retry(List<String> ids) throws SourceException;

    /** Deletes failed messages permanently, and returns their ids; refused if this is not allowed. */
    List<String> discard(List<String> ids) throws SourceException, RefusedException;
}
