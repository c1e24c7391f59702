package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;
import java.util.List;

/** The queries and commands that Catbox users run on their table. Every answer is limited in rows and time. */
public interface EventAdmin {
    /** @throws RefusedException if the table lacks a column that the query needs, or the query takes too long */
    EventPage search(EventQuery query) throws SourceException, RefusedException;

    /** Delivers messages again that were delivered before, and returns their ids. */
    List<String> replay(List<String> ids) throws SourceException;
}
