package dev.signalbox.core.routing;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Messages that are done, and that some clusters are to have later. */
public interface ClusterBacklog {
    /** Those of the groups that a cluster still has to be sent something of. */
    Set<String> groupsBehind(String cluster, Collection<String> groups) throws SourceException;

    /** Keeps messages for a cluster, in this order; those that are kept already stay as they are. */
    void add(String cluster, List<Message> messages) throws SourceException;
}
