package dev.signalbox.runtime.admin;

import dev.signalbox.core.admin.EventPage;
import dev.signalbox.core.admin.EventQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import java.util.Optional;

/** Where users of Catbox turn to about its table. */
public interface CatboxEventsAdmin {
    EventPage search(EventQuery query) throws SourceException, RefusedException;

    /** Has an event sent again, unless it is just being sent. */
    MarkUnsentResult markUnsent(String by, String id) throws SourceException;

    /** The table to which sent events move, if there is one; nothing is sent again from there. */
    Optional<String> archive();

    /** What came of marking an event as not sent. */
    enum MarkUnsentResult {
        /** It was sent, or given up, and waits now. */
        MARKED,
        /** It waits anyway. */
        PENDING,
        /** Somebody is sending it. */
        IN_FLIGHT,
        /** Somebody else changes its row. */
        ROW_LOCKED,
        /** There is no such event. */
        UNKNOWN
    }
}
