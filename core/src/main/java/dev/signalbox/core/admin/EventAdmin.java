package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;
import java.util.List;

/** What users of Catbox ask of its table. Every answer has a limit on its rows and on the time that it may take. */
public interface EventAdmin {
    /** @throws RefusedException if the table has no such column, or it takes too long */
    EventPage search(EventQuery query) throws SourceException, RefusedException;

    /**
     * Has messages delivered again that were delivered before.
     *
     * @return the ids of those that were delivered and wait now
     */
    List<String> replay(List<String> ids) throws SourceException;
}
