package dev.signalbox.runtime.office;

import dev.signalbox.core.operation.EventPage;
import dev.signalbox.core.operation.EventQuery;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.source.SourceException;
import java.util.Optional;

/** Where users of Catbox turn to about its table. */
public interface EventOffice {
    EventPage search(EventQuery query) throws SourceException, RefusedException;

    /** Has an event sent again, unless it is just being sent. */
    Unsent markUnsent(String by, String id) throws SourceException;

    /** The table to which sent events move, if there is one; nothing is sent again from there. */
    Optional<String> archive();

    /** What came of marking an event as not sent. */
    enum Unsent {
        /** It was sent, or given up, and waits now. */
        MARKED,
        /** It waits anyway. */
        WAITS,
        /** Somebody is sending it. */
        HELD,
        /** Somebody else changes its row. */
        BUSY,
        /** There is no such event. */
        UNKNOWN
    }
}
