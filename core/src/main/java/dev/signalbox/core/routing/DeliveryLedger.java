package dev.signalbox.core.routing;

import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * What is known of messages that some clusters have and others do not, kept where the messages are. Only such messages cost
 * anything here. What it says is true whoever says it, so nothing of it is fenced.
 */
public interface DeliveryLedger {
    /** The clusters that have these messages, as far as that was recorded, by the messages' ids. */
    Map<String, Set<String>> delivered(Collection<String> ids) throws SourceException;

    /** Records that these clusters have these messages. */
    void record(Map<String, Set<String>> clustersById) throws SourceException;

    /** Forgets messages that are done. */
    void forget(Collection<String> ids) throws SourceException;
}
