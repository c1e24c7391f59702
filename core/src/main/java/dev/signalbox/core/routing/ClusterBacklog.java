package dev.signalbox.core.routing;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Messages that are done, and that some clusters get later. */
public interface ClusterBacklog {
    /** The given groups that have messages waiting for a cluster. */
    Set<String> groupsBehind(String cluster, Collection<String> groups) throws SourceException;

    /** Keeps messages for a cluster, in this order; messages that are already kept stay as they are. */
    void add(String cluster, List<Message> messages) throws SourceException;
}
