package dev.signalbox.mongodb.lease;

import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * A lease that has not been ended.
 *
 * @param relays the relays that the node wants to work on
 * @param remaining the time left by the server's clock; negative if the lease has expired
 */
record NodeLease(
        String incarnation, String node, long joinedAt, Set<String> relays, String coordination, Duration remaining) {
    static final String NODE = "node";
    static final String JOINED_AT = "joinedAt";
    static final String RELAYS = "relays";
    static final String COORDINATION = "coordination";
    static final Bson FIELDS = Projections.include(NODE, JOINED_AT, RELAYS, COORDINATION);

    /** By age, so that a node that joins or leaves changes few ranks of the others. */
    static final Comparator<NodeLease> BY_AGE =
            Comparator.comparingLong(NodeLease::joinedAt).thenComparing(NodeLease::incarnation);

    static NodeLease of(BsonDocument document, Duration left) {
        return new NodeLease(
                document.getString("_id").getValue(),
                document.getString(NODE, new BsonString("")).getValue(),
                document.getDateTime(JOINED_AT, new BsonDateTime(0)).getValue(),
                document.getArray(RELAYS, new BsonArray()).stream()
                        .map(relay -> relay.asString().getValue())
                        .collect(Collectors.toSet()),
                document.getString(COORDINATION, new BsonString("")).getValue(),
                left);
    }

    static String nameOf(RelaySharing sharing) {
        return switch (sharing) {
            case WHOLE -> "leader";
            case SPREAD -> "shards";
        };
    }

    boolean isLive() {
        return remaining.isPositive();
    }
}
