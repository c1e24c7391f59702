package dev.signalbox.runtime.admin;

import dev.signalbox.core.admin.EventAdmin.EventPage;
import dev.signalbox.core.admin.EventAdmin.EventQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import java.util.Optional;

/** The admin of a Catbox table, for users of Catbox's API. */
public interface CatboxEventsAdmin {
    EventPage search(EventQuery query) throws SourceException, RefusedException;

    /** Sends an event again, unless it is in flight. */
    MarkUnsentResult markUnsent(String by, String id) throws SourceException;

    /** The table to which sent events move, if there is one; archived events cannot be sent again. */
    Optional<String> archive();

    /** The result of marking an event as not sent. */
    enum MarkUnsentResult {
        /** It was sent or dead-lettered, and is waiting now. */
        MARKED,
        /** It was waiting already. */
        PENDING,
        /** It is being sent. */
        IN_FLIGHT,
        /** Another session is changing its row, or just changed it. */
        ROW_LOCKED,
        /** No event has this id. */
        UNKNOWN
    }
}
