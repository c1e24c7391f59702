package dev.signalbox.core.routing;

import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Records which clusters have a message that others still lack, in the same database as the messages. Only such
 * messages cost anything here. An entry is true whichever node writes it, so writes are not fenced.
 */
public interface DeliveryLedger {
    /** The clusters that have these messages, as far as recorded, by the messages' ids. */
    Map<String, Set<String>> delivered(Collection<String> ids) throws SourceException;

    /** Records that these clusters have these messages. */
    void record(Map<String, Set<String>> clustersById) throws SourceException;

    /** Deletes messages that are done. */
    void forget(Collection<String> ids) throws SourceException;
}
