package dev.signalbox.mongodb.lease;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tells whether an incarnation still has a lease. A lease whose document is deleted has ended for good.
 *
 * <p>Reads with local read concern: after a write of its own that a majority has confirmed, a caller sees everything before
 * that write.
 */
public record MongoLeaseFence(MongoConnections connections) {
    public boolean isLive(Incarnation incarnation) throws SourceException {
        return !live(Set.of(incarnation.value())).isEmpty();
    }

    /** Those of these incarnations that have a lease, expired or not, that has not been ended. */
    public Set<String> live(Collection<String> incarnations) throws SourceException {
        Set<String> live = new HashSet<>();
        if (incarnations.isEmpty()) {
            return live;
        }
        try {
            connections
                    .collection(CollectionName.NODES)
                    .find(Filters.in("_id", incarnations))
                    .projection(Projections.include("_id"))
                    .maxTime(connections.commandTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .forEach(node -> live.add(node.getString("_id").getValue()));
            return live;
        } catch (MongoException e) {
            throw new SourceException("could not read the leases: " + e.getMessage(), e);
        }
    }
}
